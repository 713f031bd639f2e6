import { ADAPTER_OPTION, type ApiAsset, Failure, type ParamValues, pickAdapter } from '@sluice/contract'
import type { AdapterInForce, ConnectionParameters } from '../../asset-store.ts'
import type { ConnectorContext } from '../../connector.ts'
import type { Manifest } from '../../manifest.ts'

/** The adapter in force; `own` is that of the product, which counts where nobody names another. @throws Failure `adapter.missing` where the one that is named is not published */
export async function findAdapter(
  { adapters }: ConnectorContext,
  options: ParamValues,
  asset: ApiAsset | undefined,
  own: AdapterInForce | null,
): Promise<AdapterInForce | null> {
  if (!adapters) return own
  const picked = pickAdapter({
    strategy: String(options[ADAPTER_OPTION] ?? '').trim(),
    api: asset?.adapter ?? '',
    platform: adapters.platform,
  })
  if (!picked) return own
  const found = await adapters.find(picked.id)
  if (found) return { ...picked, ...found }
  throw new Failure({
    code: 'adapter.missing',
    message: 'The adapter that is named for these requests is not published on this platform.',
    field: ADAPTER_OPTION,
    value: picked.id,
    advice: 'Publish it, or choose another adapter.',
  })
}

/** Said of an interface whose paging nobody knows. */
export const withoutAdapter = (resource: string): Failure =>
  new Failure({
    code: 'adapter.missing',
    message: 'The API asset leaves its paging to an adapter, and no adapter is named for it.',
    value: resource,
    advice: 'Name an adapter in the strategy, in the API asset or in its platform.',
  })

/** The parameters of a platform of the product by the names that adapters use. */
export function nameOwnParameters({ params }: Manifest, given: ParamValues): ConnectionParameters {
  const texts = Object.entries(given).flatMap(([field, value]) =>
    value === null || Array.isArray(value) ? [] : [[field, String(value)] as const],
  )
  const isSecret = (field: string) => params.some(param => param.field === field && param.encryption)
  return {
    values: Object.fromEntries(texts.map(([field, text]) => [`param.${field}`, text])),
    secrets: texts.filter(([field]) => isSecret(field)).map(([, text]) => text),
  }
}
