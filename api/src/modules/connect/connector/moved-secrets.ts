import type { Param, ParamValue, ParamValues } from '@sluice/contract'
import { isAddress, isProof } from '../../../http/is-address.ts'
import { writeMessage } from '../../../http/messages.ts'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { MASK } from '../../../http/write-audit.ts'

/** Platforms of the product are named by words, those of a tenant by UUIDs. */
export const isOwnPlatform = ({ id }: { readonly id: string }): boolean => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id)

/**
 * A secret was entered for the address that stood beside it, and for a far system that proves itself as it did. Whoever
 * leads it to another one, or to whoever stands in between, enters it again; a mask does not stand for it there. @throws Failure `invalid.params` with `params.<field>` for each secret
 */
export function requireSecretsAnew(
  params: readonly Param[],
  values: ParamValues,
  stored: ParamValues,
  options: { readonly isOwnPlatform: boolean; readonly ctx: RouteContext },
): void {
  const readOf = (param: Param, of: ParamValues): string => toText(of[param.field] ?? param.default ?? null)
  const moved = params.filter(
    param =>
      (isAddress(param, options.isOwnPlatform) || isProof(param)) && readOf(param, values) !== readOf(param, stored),
  )
  if (moved.length === 0) return
  const content = Object.entries(values)
    .filter(([field, value]) => value === MASK && Boolean(stored[field]))
    .map(([field]) => ({
      field: `params.${field}`,
      message: writeMessage('invalid.secretAnew', options.ctx.language, {}, 'invalid.secretAnew'),
    }))
  const first = content[0]
  if (first) throw refuse('invalid.params', { field: `${first.field}: ${first.message}`, content })
}

/** Case and blanks of an address, and a number written as text, make no other address. */
const toText = (value: ParamValue): string =>
  (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')).trim().toLowerCase()
