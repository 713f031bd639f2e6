import { Empty } from '../../../../ui/empty.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { emptySource } from '../model.ts'
import { useTargetLookText } from '../texts/use-target-look-text.ts'
import type { TargetDraft } from '../types.ts'
import { LookRows } from './look-rows.tsx'
import { useLook } from './use-look.ts'

/** What the target's table holds before anything is written. */
export function TargetRows({ draft }: { readonly draft: TargetDraft }) {
  const text = useTargetLookText()
  // Read as a source would be: its own settings are those of writing.
  const { connector_id, resource } = draft
  const { data, error, isFetching } = useLook({ ...emptySource, connector_id, resource })
  const look = data?.content
  return (
    <aside className="st-look" aria-label={text.rows} aria-busy={isFetching}>
      <header className="st-look-bar">
        <h3>{text.rows}</h3>
      </header>
      {!look && (error ? <ErrorBlock isSmall error={error} /> : <Skeleton rows={8} />)}
      {look?.problem && <p className="sl-muted">{look.problem.message}</p>}
      {look && !look.problem && look.rows.length === 0 && <Empty isSmall title={text.noRows} />}
      {look && look.rows.length > 0 && <LookRows rows={look.rows} draft={draft} />}
    </aside>
  )
}
