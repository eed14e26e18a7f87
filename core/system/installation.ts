import { defineResource } from '#definitions'

export const installation = defineResource({
  name: 'installation',
  plural: 'installation',
  doc: 'Facts about this installation, each under its name: the fingerprint of its secret, for one.',
  owner: 'none',
  key: ['name'],
  timestamps: false,
  fields: {
    name: { type: 'string', maxLength: 100 },
    value: { type: 'string' },
  },
})
