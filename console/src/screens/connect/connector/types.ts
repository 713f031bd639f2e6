import type { ContentOut, ParamValues, StrategyState } from '@sluice/contract'

type ConnectorModule = typeof import('@sluice/api/modules/connect/connector/contract.ts')['connector']
type PlatformModule = typeof import('@sluice/api/modules/connect/platform/contract.ts')['platform']
type FileModule = typeof import('@sluice/api/modules/connect/file/contract.ts')['file']
type CatalogueModule = typeof import('@sluice/api/modules/connect/catalogue/contract.ts')['catalogue']
type GrantModule = typeof import('@sluice/api/modules/connect/connector-grant/contract.ts')['connectorGrant']
type StrategyModule = typeof import('@sluice/api/modules/strategy/strategy/contract.ts')['strategy']

export type Connector = ContentOut<ConnectorModule['get']>
export type Platform = ContentOut<PlatformModule['get']>
export type Catalogue = ContentOut<CatalogueModule['get']>
export type CatalogueObject = ContentOut<CatalogueModule['search']>['objects'][number]
export type CatalogueChange = ContentOut<CatalogueModule['changes']>[number]
export type StoredFile = ContentOut<FileModule['upload']>
export type StrategyRow = ContentOut<StrategyModule['search']>[number]
export type GrantStatus = ContentOut<GrantModule['get']>
export type Env = Connector['env']

/** The form of the wizard and of the parameters tab. */
export interface ConnectorForm {
  readonly name: string
  readonly env: Env
  readonly remark: string
  /** Limits of the account; null or absent: none. */
  readonly rate_per_second?: number | null
  readonly concurrency?: number | null
  readonly params: ParamValues
}

/** A strategy in the way of a delete. */
export interface Use {
  readonly id: string
  readonly name: string
  readonly status: StrategyState
}
