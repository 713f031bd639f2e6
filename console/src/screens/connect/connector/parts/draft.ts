import { toFormValues } from '../../../../ui/param-values.ts'
import { parseDraft, readProposal, writeDraft } from '../model.ts'
import type { ConnectorForm, Platform } from '../types.ts'

const STORAGE_KEY = 'connector_draft'

/**
 * What the wizard's form starts with: the entries of before a reload; where there are none, what the address proposes;
 * else the platform's defaults.
 */
export function startDraft(
  platform: Platform,
  proposal: string | undefined,
): { readonly values: ConnectorForm; readonly isRestored: boolean } {
  const draft = parseDraft(sessionStorage.getItem(STORAGE_KEY), platform.id)
  const base = draft ?? { name: '', env: 'production', remark: '', params: {} }
  const proposed = readProposal(platform.connector_params, proposal, base.params)
  return {
    values: { ...base, params: toFormValues(platform.connector_params, { ...base.params, ...proposed }) },
    isRestored: draft !== null,
  }
}

export const keepDraft = (platform: Platform, form: ConnectorForm): void =>
  sessionStorage.setItem(STORAGE_KEY, writeDraft(platform, form))

export const clearDraft = (): void => sessionStorage.removeItem(STORAGE_KEY)
