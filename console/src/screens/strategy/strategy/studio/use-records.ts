import { isData, parseJson } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../../lib/api.ts'
import type { SourceDraft } from '../types.ts'

const SAMPLE = 10
const STORED = 50

interface RecordChoice {
  readonly id: string
  readonly label: string
}

export interface Records {
  /** stored: what runs have kept; sample: read from the source just now. */
  readonly kind: 'stored' | 'sample'
  readonly choices: readonly RecordChoice[]
  readonly at: number
  /** Lossless JSON text; null: there is none, or its evidence is gone. */
  readonly record: string | null
  readonly isLoading: boolean
  readonly isGone: boolean
  readonly error: Error | null
  choose(at: number): void
  reload(): void
}

/** The records a mapping is tried on: those the strategy has stored, else some of its source. */
export function useRecords(source: SourceDraft, strategyId: string | undefined): Records {
  const [at, choose] = useState(0)
  const stored = useQuery({
    ...api.strategyData.search.query({ params: { strategy: strategyId ?? '' }, body: { pageSize: STORED } }),
    enabled: strategyId !== undefined,
    staleTime: 60_000,
  })
  const rows = stored.data?.content.rows ?? []
  const isStored = rows.length > 0
  const row = rows[Math.min(at, rows.length - 1)]
  const detail = useQuery({
    ...api.strategyData.get.query({ params: { strategy: strategyId ?? '', id: row?.id ?? '' } }),
    enabled: row !== undefined,
    staleTime: 5 * 60_000,
  })
  const sample = useSample(source, strategyId === undefined || (stored.isFetched && !isStored))
  if (isStored)
    return {
      kind: 'stored',
      choices: rows.map(({ id, number, key }) => ({ id, label: number ?? key })),
      at: Math.min(at, rows.length - 1),
      record: detail.data?.content.original ?? null,
      isLoading: detail.isLoading,
      isGone: detail.data !== undefined && detail.data.content.original === null,
      error: detail.error,
      choose,
      reload: () => void stored.refetch(),
    }
  const records = sample.data?.content ?? []
  return {
    kind: 'sample',
    choices: records.map((record, index) => ({ id: String(index), label: labelOf(record, source.key, index) })),
    at: Math.min(at, Math.max(0, records.length - 1)),
    record: records[Math.min(at, records.length - 1)] ?? null,
    isLoading: stored.isLoading || sample.isLoading,
    isGone: false,
    error: sample.error,
    choose,
    reload: () => void sample.refetch(),
  }
}

function useSample({ connector_id, resource, options, key, flatten = [] }: SourceDraft, isWanted: boolean) {
  return useQuery({
    ...api.connector.sampleResource.query({
      params: { id: connector_id ?? '' },
      body: { resource: resource ?? '', options, key: [...key], flatten, limit: SAMPLE },
    }),
    enabled: isWanted && connector_id !== null && resource !== null,
    staleTime: 5 * 60_000,
    retry: false,
  })
}

function labelOf(record: string, key: readonly string[], index: number): string {
  const data = readRecord(record)
  const named = key.map(name => data[name]).filter(value => value !== undefined)
  return named.length === 0 ? String(index + 1) : named.map(String).join(', ')
}

/** For showing, every digit as it stands; the record's text is what is sent. */
export function readRecord(record: string | null): Readonly<Record<string, unknown>> {
  try {
    const value = parseJson(record ?? '{}')
    return isData(value) ? value : {}
  } catch {
    return {}
  }
}

/** The value, once it has stood still for a moment. */
export function useSettled<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
