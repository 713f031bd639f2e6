import type { Parsed, RouteDef } from '@sluice/contract'
import { parseInput } from './parse-input.ts'
import { refuse } from './refuse.ts'
import { isAllowed, type RouteContext } from './route-handler.ts'

export interface Input {
  readonly params?: unknown
  readonly body?: unknown
}

/** A call as from outside: right, schema, then what the screen's handler does. @throws Failure */
export async function callRoute<D extends RouteDef>(
  definition: D,
  handle: (input: Parsed<D>, ctx: RouteContext) => Promise<unknown>,
  { params, body }: Input,
  ctx: RouteContext,
): Promise<{ readonly id: string; readonly version: number }> {
  requireRight(ctx, definition)
  if (definition.stepUp) await ctx.requireStepUp()
  const input = parseInput(definition, { params, query: undefined, body }, ctx)
  return (await handle(input as Parsed<D>, ctx)) as { id: string; version: number } // what is made answers with itself
}

/** @throws Failure `permission.missing` */
export function requireRight(ctx: RouteContext, { permission }: Pick<RouteDef, 'permission'>): void {
  if (permission !== null && !isAllowed(ctx.principal, permission))
    throw refuse('permission.missing', { value: permission })
}
