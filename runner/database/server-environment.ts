// No more than these: our own environment holds secrets, and PostgreSQL may run as another user.
const passed = ['PATH', 'HOME', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP']

/** The environment of PostgreSQL's programs: messages in English, because we read them, and UTC as the default zone. */
export const serverEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(passed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
  LC_ALL: 'C',
  TZ: 'UTC',
})
