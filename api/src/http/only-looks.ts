import { isAllowed, type RouteContext } from './route-handler.ts'

/**
 * Whether the caller builds no strategies. What they write for a source is not sent where it may change the external
 * system: whoever may build, sends the same by a strategy.
 */
export const onlyLooks = ({ principal }: Pick<RouteContext, 'principal'>): boolean =>
  !isAllowed(principal, 'strategy:add') && !isAllowed(principal, 'strategy:update')
