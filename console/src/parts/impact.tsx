import { Alert } from 'antd'
import type { api } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { Readers, type ReadersProps } from './readers.tsx'
import { useReaderText } from './use-reader-text.ts'

/** What would miss something that is to go. */
export type Impact = Awaited<ReturnType<typeof api.lineage.removal>>['content']

/** Whether there is anything to tell of it. */
export const isFelt = ({ dependants, hidden }: Impact): boolean => dependants.length > 0 || hidden > 0

export interface ImpactListProps extends Pick<ReadersProps, 'linkOf'> {
  readonly impact: Impact
}

/** What would miss it, and how much of that the viewer may not see; nothing where nobody does. */
export function ImpactList({ impact, linkOf }: ImpactListProps) {
  const text = useReaderText()
  const { list, number } = useFormat()
  const { dependants, hidden, unread, is_cut: isCut } = impact
  return (
    <>
      <Readers rows={dependants} linkOf={linkOf} />
      {hidden > 0 && <Alert type="warning" showIcon title={text.hidden(number(hidden))} />}
      {unread.length > 0 && isFelt(impact) && <p className="sl-muted">{text.unread(list(unread))}</p>}
      {isCut && <p className="sl-muted">{text.cut}</p>}
    </>
  )
}
