/** What a client is told. */
export interface Answer {
  readonly status: number
  /** JSON text. */
  readonly body: string
  /** One record: it carries an ETag of these very bytes, and takes If-None-Match. */
  readonly single: boolean
  readonly headers?: { readonly [name: string]: string }
}

/** The one envelope of success. `data` is JSON text already. */
export const answerData = (data: string, status = 200, single = false): Answer => ({
  status,
  body: `{"data":${data}}`,
  single,
})

/** One record's answer, whole as PostgreSQL wrote it. */
export const answerText = (body: string, status = 200): Answer => ({ status, body, single: true })
