import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { useSettled } from '../studio/use-records.ts'
import type { SourceDraft, TargetDraft } from '../types.ts'
import { useLook } from './use-look.ts'

const SETTLED_MS = 400
/** Two show that a list is sent. */
const SHOWN = 2
const MAX_LENGTH = 64 * 1024

export interface PastedAnswer {
  readonly status: number
  readonly body: string
}

/** How a target that is being set up would be asked, and how it reads an answer. Nothing is sent there. */
export function useTargetLook(draft: TargetDraft, source: SourceDraft, answer: PastedAnswer | null) {
  const rows = useLook(source).data?.content.rows ?? []
  const request = {
    params: { id: draft.connector_id ?? '' },
    body: {
      resource: draft.resource ?? '',
      options: draft.options,
      records: rows.slice(0, SHOWN).filter(({ length }) => length <= MAX_LENGTH),
      answer,
    },
  }
  const settled = JSON.parse(useSettled(JSON.stringify(request), SETTLED_MS)) as typeof request // as it was written
  return useQuery({
    ...api.connector.lookAtTarget.query(settled),
    enabled: settled.params.id !== '' && settled.body.resource !== '',
    staleTime: 5 * 60_000,
    retry: false,
    placeholderData: before => before,
  })
}
