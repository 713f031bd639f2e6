import { useFormat } from '../../../../lib/format.ts'
import { Figure } from '../../../../ui/figure.tsx'
import type { StorageOverview } from '../types.ts'
import { useText } from '../use-text.ts'

/** The numbers of the store. Before they are known a dash holds each place. */
export function UsageFigures({ overview }: { readonly overview: StorageOverview | undefined }) {
  const text = useText().figures
  const { bytes, number, relative } = useFormat()
  const quota = overview?.quota_bytes
  const finished = overview?.maintenance.finished_at
  // Zeros of what was never measured are no figures.
  const measured = overview?.measured_at === null ? undefined : overview
  const unmeasured = overview?.measured_at === null ? <span className="ss-none">{text.notMeasured}</span> : null
  const isOver = quota != null && Number(overview?.total_bytes) > Number(quota)
  return (
    <div className="sl-figures">
      <Figure
        label={text.total}
        value={unmeasured ?? bytes(measured?.total_bytes)}
        hint={
          overview &&
          [
            quota == null ? text.noQuota : text.quota(bytes(quota)),
            ...(overview.measured_at === null ? [] : [text.measured(relative(overview.measured_at))]),
          ].join(' · ')
        }
        {...(isOver && { tone: 'bad' as const })}
      />
      <Figure
        label={text.pages}
        value={unmeasured ?? number(measured?.pages)}
        hint={measured && text.bytes(bytes(measured.page_bytes))}
      />
      <Figure
        label={text.records}
        value={number(overview?.records)}
        hint={measured && text.bytes(bytes(measured.record_bytes))}
      />
      <Figure
        label={text.growth}
        value={overview?.growth_bytes == null ? (unmeasured ?? '–') : signed(overview.growth_bytes, bytes)}
        hint={overview && (overview.growth_bytes === null ? text.growthUnknown : text.growthHint)}
      />
      <Figure
        label={text.freed}
        value={bytes(overview?.maintenance.result?.freedBytes)}
        hint={overview && (finished ? text.freedHint(relative(finished)) : text.freedNever)}
      />
      <Figure
        label={text.archives}
        value={number(overview?.archives)}
        hint={overview && text.archivesHint(bytes(overview.archive_bytes))}
        to="/resources/mongodb?tab=archives"
      />
    </div>
  )
}

const signed = (value: string, bytes: (value: string) => string): string =>
  value.startsWith('-') ? `−${bytes(value.slice(1))}` : `+${bytes(value)}`
