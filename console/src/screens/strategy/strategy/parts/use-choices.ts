import { type FieldSpec, flattenFields, type Resource } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { queryClient } from '../../../../lib/query.ts'
import { takeIdentity } from '../model.ts'
import { groupedFields } from '../studio/shape-model.ts'
import type { SourceDraft, TargetDraft } from '../types.ts'
import { usePlatforms } from './use-platforms.ts'

/** A chosen connector. */
export function useConnector(connectorId: string | null) {
  const { data } = useQuery({
    ...api.connector.get.query({ params: { id: connectorId ?? '' } }),
    enabled: connectorId !== null,
    retry: false,
  })
  return data?.content
}

/** What a chosen connector connects to. */
export function usePlatformOf(connectorId: string | null) {
  const platforms = usePlatforms()
  return platforms.get(useConnector(connectorId)?.platform_id ?? '')
}

/** Fields and key of what a side reads or writes. Asked again when an option changes, for some depend on it. */
const describeQuery = (draft: SourceDraft | TargetDraft) => ({
  ...api.connector.describeResource.query({
    params: { id: draft.connector_id ?? '' },
    body: { resource: draft.resource ?? '', role: 'mode' in draft ? 'target' : 'source', options: draft.options },
  }),
  staleTime: 60_000,
  retry: false,
})

/** What is known of a side's resource. */
export function useResource(draft: SourceDraft | TargetDraft) {
  return useQuery({ ...describeQuery(draft), enabled: draft.connector_id !== null && draft.resource !== null })
}

export type Follows = 'changes' | 'queue' | null

/** What of a source can be followed; null: it can only be read. undefined: not known yet. */
export function useFollows({ connector_id }: SourceDraft, resource: Resource | undefined): Follows | undefined {
  const platform = usePlatformOf(connector_id)
  if (!platform || !resource) return undefined
  return platform.follows === 'changes' && resource.kind !== 'table' ? null : platform.follows
}

/** A resource is named, and nothing that its records are known by: perhaps it was named just now. */
export const lacksIdentity = ({ connector_id, resource, key }: SourceDraft): boolean =>
  connector_id !== null && resource !== null && key.length === 0

/** Waits for what the resource is known by, which may be on its way already. */
export async function findIdentity(draft: SourceDraft): Promise<SourceDraft> {
  const described = await queryClient.fetchQuery(describeQuery(draft)).catch(() => null) // told beside the resource
  return described ? takeIdentity(draft, described.content) : draft
}

/** The fields of the rows that come of the source: those of flattened lists stand in their place, groups have their own. */
export function rowFieldsOf(
  resource: Resource | undefined,
  { flatten = [], group }: SourceDraft,
): readonly FieldSpec[] {
  const fields = flattenFields(fieldsOf(resource), flatten)
  return group ? groupedFields(group, fields) : fields
}

export const fieldsOf = (resource: Resource | undefined): readonly FieldSpec[] => resource?.fields ?? []

/** What people call that which is read: an uploaded file by its name, for its id is always the same. */
export const nameOfSource = ({ resource }: SourceDraft, described: Resource | undefined): string | null =>
  resource === 'file' ? (described?.label ?? resource) : resource
