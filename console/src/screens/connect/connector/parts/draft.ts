import { dropDraft, keepDraft, readDraft } from '../../../../lib/drafts.ts'
import { toFormValues } from '../../../../ui/param-values.ts'
import { parseDraft, readProposal, writeDraft } from '../model.ts'
import type { ConnectorForm, Platform } from '../types.ts'

const ABOUT = 'connector/new'

/**
 * What the wizard's form starts with: the entries of before; where there are none, what the address proposes; else the
 * platform's defaults.
 */
export function startForm(
  platform: Platform,
  proposal: string | undefined,
): { readonly values: ConnectorForm; readonly isRestored: boolean } {
  const draft = parseDraft(readDraft(ABOUT)?.value, platform.id)
  const base = draft ?? { name: '', env: 'production', remark: '', params: {} }
  const proposed = readProposal(platform.connector_params, proposal, base.params)
  return {
    values: { ...base, params: toFormValues(platform.connector_params, { ...base.params, ...proposed }) },
    isRestored: draft !== null,
  }
}

export const keepForm = (platform: Platform, form: ConnectorForm): void => keepDraft(ABOUT, writeDraft(platform, form))

export const dropForm = (): void => dropDraft(ABOUT)
