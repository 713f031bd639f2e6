import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { dataDetail, strategyDetail } from '../../../strategy/strategy/pages.ts'
import { useText } from '../use-text.ts'

interface Props {
  readonly side: 'a' | 'b'
  readonly id: string
  /** Where all lines of a strategy are listed. */
  onAll(strategyId: string): string
}

/** The record that a line was made of: its strategy, its passport, and what the source gave. */
export function LineOrigin({ side, id, onAll }: Props) {
  const text = useText().origin
  const { data, error, refetch } = useQuery(api.supplyChain.record.query({ params: { side, id } }))
  if (error) return <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={3} />
  const { strategy_id, strategy_name, record_id, original } = data.content
  return (
    <>
      <p>
        {text.strategy} <Link to={strategyDetail.href({ params: { id: strategy_id } })}>{strategy_name}</Link>
        {' · '}
        <Link to={onAll(strategy_id)}>{text.all}</Link>
        {record_id !== null && (
          <>
            {' · '}
            <Link to={dataDetail.href({ params: { strategy: strategy_id, id: record_id } })}>{text.record}</Link>
          </>
        )}
      </p>
      {record_id === null && <p>{text.gone}</p>}
      {original === null ? record_id !== null && <p>{text.cleaned}</p> : <pre className="rb-raw">{original}</pre>}
    </>
  )
}
