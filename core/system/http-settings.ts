import type { Fields } from '#definitions'

/** What a school configures under `settings.http`. */
export const httpSettings = {
  rateLimit: {
    type: 'integer',
    minimum: 1,
    nullable: true,
    default: 6000,
    doc: 'Requests a minute, key and process; null: no limit.',
  },
  cors: {
    type: 'array',
    items: { type: 'string', maxLength: 300, pattern: '^https?://[^/?#]+$' },
    maxItems: 100,
    default: [],
    doc: 'Origins that browsers may call from: `https://school.example`.',
  },
  metrics: { enum: ['loopback', 'public'], default: 'loopback', doc: 'Who may read /metrics; others get a 404.' },
  tokenLife: { type: 'string', format: 'duration', default: '1h', doc: 'How long a token lives.' },
  trustProxy: { type: 'boolean', default: false, doc: "Whether X-Forwarded-For tells the client's address." },
} as const satisfies Fields
