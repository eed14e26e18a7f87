import { fault } from '../fault.ts'
import type { Model } from '../model.ts'
import type { Rule } from './check.ts'

/** What the core answers by itself. Source: CONTRACT 1 and 9. */
const core = ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs', '/mcp']

/** A method and a path lead to one operation or page; parameters are alike whatever they are called. */
export const routeHasOneOwner: Rule = (model) => {
  const owners = new Map<string, Route>()
  return routes(model).flatMap((route) => {
    const { method, path, module, at } = route
    if (core.includes(path)) return [fault(module, at, `${path} is the core's own`, { expected: 'another path' })]
    const key = `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`
    const owner = owners.get(key)
    if (owner === undefined) {
      owners.set(key, route)
      return []
    }
    const found = `${method} ${path} is the route of '${owner.name}' in '${owner.module}' too`
    return [fault(module, at, found, { expected: 'one owner for each route' })]
  })
}

interface Route {
  readonly method: string
  readonly path: string
  readonly name: string
  readonly module: string
  /** Where the definition says so. */
  readonly at: string
}

/** The routes of the modules that are switched on, in the order of the modules: those of others are gone. */
const routes = ({ modules, operations, pages }: Model): readonly Route[] => {
  const ofResources = Object.values(operations).filter(({ resource }) => resource !== null)
  const others = Object.values(operations).filter(({ resource }) => resource === null)
  const all: readonly Route[] = [
    ...ofResources.map((operation) => ({ ...operation, at: operation.name.replace('.', '.operations.') })),
    ...others.map((operation) => ({ ...operation, at: `${operation.name}.path` })),
    ...Object.values(pages).map((page) => ({ ...page, method: 'GET', at: `${page.name}.path` })),
  ]
  return Object.values(modules)
    .filter(({ enabled }) => enabled)
    .flatMap(({ name }) => all.filter(({ module }) => module === name))
}
