import { makeAct } from '../act/make-act.ts'
import type { ActParts } from '../act/parts.ts'
import type { ServiceParts } from '../behave/services.ts'
import type { Plan } from '../plan.ts'
import type { Route } from './app.ts'
import { makePagePipeline } from './page-pipeline.ts'
import { makePipeline, type PipelineParts } from './pipeline.ts'

/** One route for each operation and page of enabled modules. */
export const toRoutes = (plan: Plan, parts: ActParts & ServiceParts, shared: PipelineParts): readonly Route[] => [
  ...Object.values(plan.operations).map((operation) => ({
    name: operation.name,
    method: operation.method,
    path: operation.path,
    pipeline: makePipeline(operation, makeAct(operation, plan, parts), shared),
  })),
  ...Object.values(plan.pages).flatMap((page) => {
    const behaviour = plan.behaviours[`page ${page.name}`]
    if (behaviour === undefined) return []
    const pipeline = makePagePipeline(page, behaviour, { ...shared, services: parts })
    return [{ name: page.name, method: 'GET', path: page.path, pipeline }]
  }),
]
