/** Makes something that must not outlive `resources`; makes nothing when those are already gone, as after Ctrl-C. */
export const hang = <A>(resources: AsyncDisposableStack, make: () => A, end: (made: A) => void | Promise<void>): A => {
  if (resources.disposed) throw new Error('The bench is ending.')
  return resources.adopt(make(), end)
}
