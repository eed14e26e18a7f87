import * as Cause from 'effect/Cause'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import type { Behaviour, Failure, FailureMembers } from '#definitions'
import { makeServices, type ServiceParts } from '../behave/services.ts'
import { restoreRefusal } from '../behave/store.ts'
import type { ModelPage } from '../model.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Sql } from '../storage/database.ts'
import { compile } from '../validate/compile.ts'
import type { Answer } from './answer.ts'
import type { Incoming } from './incoming.ts'
import type { Pipeline, PipelineParts } from './pipeline.ts'

/** No script, no foreign host, nothing framed: what a page may load comes from its own address. */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; img-src https: 'self'; style-src 'self' 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
}

/** decode → render → respond. Whatever goes wrong is a page too. */
export const makePagePipeline = (
  page: ModelPage,
  { program }: Behaviour,
  parts: PipelineParts & { readonly services: ServiceParts },
): Pipeline => {
  const check = compile(page.params, 'path')
  // `behaviour` has typed the program from the very definition that this page was made from.
  const run = program as unknown as (given: object) => Effect.Effect<string, Failure<string>>
  const rendered = (incoming: Incoming, sql: Sql): Effect.Effect<Answer, Refusal> => {
    const now = new Date().toISOString()
    const context = {
      ...makeServices(parts.services, { sql, accountId: null, now, module: page.module }),
      input: { params: incoming.params },
      fail: (code: string, members?: FailureMembers) => refuse(code, members),
    }
    return Effect.map(restoreRefusal(run(context)), (body) => ({ status: 200, body, single: true, headers }))
  }
  return async (incoming) => {
    const isKnown =
      Object.values(incoming.params).every((value) => !value.includes('\0')) &&
      check({ ...incoming.params }).length === 0
    const exit = await Effect.runPromiseExit(
      isKnown ? parts.database.transaction((sql) => rendered(incoming, sql)) : refuse('NOT_FOUND'),
    )
    if (Exit.isSuccess(exit)) return exit.value
    const refusal = Cause.findErrorOption(exit.cause)
    if (refusal._tag === 'None') parts.onDefect(exit.cause, incoming, page.name)
    return toErrorPage(parts.toAnswer(refusal._tag === 'Some' ? refusal.value : { _tag: 'Failure', code: 'INTERNAL' }))
  }
}

const toErrorPage = (answer: Answer): Answer => {
  const { error }: { readonly error: string } = JSON.parse(answer.body)
  const sentence = error.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${sentence}</title><h1>${sentence}</h1></html>`
  return { ...answer, body, headers: { ...answer.headers, ...headers } }
}
