import type { WriteGuarantee } from '@sluice/connector-kit'
import type { CheckLine, Mapping, ReadWindow, SourceConfig, StrategyConfig } from '@sluice/contract'
import type { OpeningDeps } from '../connection/open-connection.ts'
import type { MapProblem } from '../map/index.ts'

/** Questions about a strategy before it runs. */
export interface Strategies {
  /** The check before start. Only `error` lines stop it. `strategyId` keeps it from being its own duplicate. */
  check(tenantId: string, config: StrategyConfig, part: CheckPart, strategyId?: string): Promise<readonly CheckLine[]>
  /** Maps the given record, or the first of the source; nothing is stored. */
  preview(tenantId: string, request: PreviewRequest): Promise<Preview>
  /** What the target promises about a write whose answer is lost. Never throws. */
  guarantee(tenantId: string, config: StrategyConfig): Promise<Guarantee>
  /** How many records the source holds in a window; null where it cannot say. @throws Failure */
  countWindow(tenantId: string, config: StrategyConfig, window: ReadWindow | null): Promise<number | null>
}

export type CheckPart = 'all' | 'source' | 'target' | 'mapping'

export interface PreviewRequest {
  readonly source?: SourceConfig
  /** Lossless JSON text. */
  readonly record?: string
  readonly mapping: Mapping
}

export interface Preview {
  readonly record: string
  /** Lossless JSON text; null when the record is refused. */
  readonly mapped: string | null
  readonly problems: readonly MapProblem[]
}

export interface Guarantee {
  readonly kind: WriteGuarantee | 'unknown'
  readonly reason: string
  /** What to change for a better one; null when there is none, or none is needed. */
  readonly advice: string | null
}

export type StrategyDeps = OpeningDeps & { now(): number }
