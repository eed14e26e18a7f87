import type { Collection } from '../collect.ts'
import { toMilliseconds } from '../duration.ts'
import type { ByName, Model } from '../model.ts'
import { objectSchema } from './field.ts'
import { fillMembers } from './fill-members.ts'
import { completeOperation, completeResourceOperations, parameters } from './operation.ts'
import { completeResource } from './resource.ts'

/** Fills every default once. From here on nothing is optional; later stages trust it. */
export const complete = (collection: Collection): Model => {
  const points = new Map(Object.entries(collection.extensionPoints))
  const quotas = new Map(Object.entries(collection.quotas))
  const counted = new Set([...quotas.values()].map(({ definition }) => definition.counts))
  const resources = map(collection.resources, ({ module, definition }) =>
    completeResource(module, definition, counted.has(definition.name)),
  )
  const operations = [
    ...Object.values(collection.operations).map(({ module, definition }) => completeOperation(module, definition)),
    ...Object.values(collection.resources).flatMap(({ definition }) => {
      const resource = resources[definition.name]
      if (resource === undefined) return []
      return completeResourceOperations(definition, resource, (quota) => quotas.get(quota)?.definition.error)
    }),
  ]
  return {
    format: 1,
    modules: map(collection.sources, ({ module, source, enabled }) => ({
      name: module.name,
      doc: module.doc,
      needs: module.needs ?? [],
      source,
      enabled,
      settings: module.settings ?? {},
    })),
    scopes: ofModules(collection, ({ scopes }, module) =>
      Object.entries(scopes ?? {}).map(([name, doc]) => [name, { module, doc }]),
    ),
    features: ofModules(collection, ({ features }, module) =>
      Object.entries(features ?? {}).map(([name, feature]) => [name, { module, ...feature }]),
    ),
    errors: map(collection.errors, ({ module, definition: { code, status, message } }) => ({
      module,
      code,
      status,
      message,
    })),
    quotas: map(collection.quotas, ({ module, definition: { kind: _, upgrade = false, ...quota } }) => ({
      module,
      ...quota,
      upgrade,
    })),
    resources,
    operations: Object.fromEntries(operations.map((operation) => [operation.name, operation])),
    events: map(collection.events, ({ module, definition: { doc, payload } }) => ({ module, doc, payload })),
    subscriptions: map(
      collection.subscriptions,
      ({ module, definition: { kind: _, job = null, ...subscription } }) => ({
        module,
        ...subscription,
        job,
      }),
    ),
    jobs: map(collection.jobs, ({ module, definition: { name, doc, payload, timeout, retry, cron } }) => ({
      module,
      name,
      doc,
      payload,
      timeoutMs: toMilliseconds(timeout ?? '1m') ?? 60_000,
      retryMs: (retry ?? ['1m', '5m', '30m']).map((wait) => toMilliseconds(wait) ?? 60_000),
      cron: cron ?? null,
    })),
    extensionPoints: map(collection.extensionPoints, ({ module, definition: { name, doc, holds, input, output } }) => ({
      module,
      name,
      doc,
      holds,
      input: input ?? null,
      output: output ?? null,
    })),
    contributions: map(collection.contributions, ({ module, definition: { to, key, doc, data } }) => ({
      module,
      to,
      key,
      doc,
      data: fillMembers(points.get(to)?.definition.holds ?? {}, data),
    })),
    pages: map(collection.pages, ({ module, definition: { name, doc, path, params, errors } }) => ({
      module,
      name,
      doc,
      path,
      params: objectSchema({
        ...Object.fromEntries(parameters(path).map((each) => [each, { type: 'string', maxLength: 200 }])),
        ...params,
      }),
      errors: errors ?? [],
    })),
  }
}

const map = <T, U>(entries: ByName<T>, to: (entry: T) => U): ByName<U> =>
  Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, to(entry)]))

const ofModules = <T>(
  { sources }: Collection,
  entries: (module: Collection['sources'][string]['module'], name: string) => readonly [string, T][],
): ByName<T> => Object.fromEntries(Object.values(sources).flatMap(({ module }) => entries(module, module.name)))
