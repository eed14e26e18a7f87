export default {
  modules: ['students', './module.ts'],
  settings: { rooms: { greeting: 'Hello!' } },
}
