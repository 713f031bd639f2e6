import type { ContentOut } from '@sluice/contract'

type PlatformModule = typeof import('@sluice/api/modules/connect/platform/contract.ts')['platform']
type PackModule = typeof import('@sluice/api/modules/connect/pack/contract.ts')['pack']
type AssetModule = typeof import('@sluice/api/modules/asset/api-asset/contract.ts')['apiAsset']

export type Platform = ContentOut<PlatformModule['get']>
export type Template = ContentOut<PlatformModule['template']>['template']
export type AssetRow = ContentOut<AssetModule['list']>[number]
export type Asset = ContentOut<AssetModule['get']>
export type AssetVersion = ContentOut<AssetModule['versions']>[number]
export type Parsed = ContentOut<AssetModule['parse']>
export type Trial = ContentOut<AssetModule['try']>
export type Reading = ContentOut<AssetModule['read']>
export type ShippedPack = ContentOut<PackModule['list']>[number]
export type ShippedRow = ShippedPack['interfaces'][number] & { readonly pack: ShippedPack }
export type { Collection } from '@sluice/api/modules/asset/collection/contract.ts'

/** A part of a platform's form. */
export interface TemplateProps {
  readonly template: Template
  readonly isReadOnly: boolean
  patch(change: Partial<Template>): void
}
