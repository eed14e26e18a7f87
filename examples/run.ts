/** Runs an example by its name: `npm run -s example -- roster`. */
const [name = ''] = process.argv.slice(2)
const examples: { readonly [name: string]: () => Promise<unknown> } = {
  roster: () => import('./roster.ts'),
}
const example = examples[name]
if (example === undefined) {
  console.error(`There is no example '${name}'; there are: ${Object.keys(examples).join(', ')}.`)
  process.exit(2)
}
await example()
