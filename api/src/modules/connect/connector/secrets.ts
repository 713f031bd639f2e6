import type { Param, ParamValue, ParamValues } from '@sluice/contract'
import type { Vault } from '@sluice/db'
import { MASK } from '../../../http/write-audit.ts'

export interface SealPlace {
  readonly tenantId: string
  readonly connectorId: string
}

const isEmpty = (value: ParamValue | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The form to store: secrets sealed for their place, a mask replaced by what is stored already. */
export async function sealParams(
  vault: Pick<Vault, 'seal'>,
  place: SealPlace,
  params: readonly Param[],
  values: ParamValues,
  stored: ParamValues,
): Promise<ParamValues> {
  const sealed: ParamValues = {}
  for (const [field, value] of Object.entries(values)) {
    const isSecret = params.some(param => param.field === field && param.encryption)
    sealed[field] = isSecret ? await sealValue(vault, place, field, value, stored[field]) : value
  }
  return sealed
}

async function sealValue(
  vault: Pick<Vault, 'seal'>,
  { tenantId, connectorId }: SealPlace,
  field: string,
  value: ParamValue,
  stored: ParamValue | undefined,
): Promise<ParamValue> {
  if (value === MASK) return stored ?? ''
  if (isEmpty(value)) return ''
  // A list of names and values is sealed as one text.
  const plain = typeof value === 'string' ? value : JSON.stringify(value)
  return vault.seal(tenantId, `connector/${connectorId}/${field}`, plain)
}

/** The form to show: a secret is `******` when it is set and "" when not. */
export const maskParams = (params: readonly Param[], stored: ParamValues): ParamValues =>
  Object.fromEntries(
    Object.entries(stored).map(([field, value]) => {
      const param = params.find(candidate => candidate.field === field)
      // A field the manifest no longer knows could have been a secret.
      const isSecret = param === undefined || param.encryption
      return [field, isSecret ? (isEmpty(value) ? '' : MASK) : value]
    }),
  )

/** Masks replaced by the sealed texts they stand for; plain values stay plain. For a test before saving. */
export const lendSecrets = (values: ParamValues, stored: ParamValues): ParamValues =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, value === MASK ? (stored[field] ?? '') : value]),
  )
