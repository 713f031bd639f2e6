import type { RouteContext } from '../../../http/route-handler.ts'
import type { ConnectorService } from '../../connect/connector/index.ts'
import type { StrategyLife, StrategyService } from '../../strategy/strategy/index.ts'

/** What the product's start lends to show data moving. The api knows no sandbox and no connector by name. */
export interface DemoPort {
  status(tenantId: string): Promise<DemoStatus>
  /** Starts the sandbox, makes connectors and strategy in the caller's name, runs it. Again: the same strategy. */
  create(ctx: RouteContext, modules: DemoModules): Promise<{ readonly strategyId: string }>
  /** Starts or stops the sandbox platforms. */
  switch(running: boolean): Promise<void>
}

export interface DemoStatus {
  readonly available: boolean
  readonly sandbox_running: boolean
  readonly shop_url: string | null
  readonly erp_url: string | null
  readonly strategy_id: string | null
}

/** The same services the routes use, so that a demo is made as a person would make it. */
export interface DemoModules {
  readonly connector: ConnectorService
  readonly strategy: StrategyService
  readonly life: StrategyLife
}
