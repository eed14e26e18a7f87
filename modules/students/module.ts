import { defineModule } from '#definitions'
import { rosterLimitReached, rosterSize } from './roster-size.ts'
import { student } from './student.ts'

export default defineModule({
  name: 'students',
  doc: 'The roster: the people whom an account teaches.',
  scopes: {
    'api:student:read': 'List and read students.',
    'api:student:write': 'Create, replace and delete students.',
  },
  definitions: [student, rosterSize, rosterLimitReached],
})
