import { Alert } from 'antd'
import { Link } from 'react-router'
import { strategyDetail } from '../pages.ts'
import { usePublishText } from '../texts/use-publish-text.ts'
import type { Strategy } from '../types.ts'

/** Behind a gate: where a save goes, and the way on from there. */
export function DraftNote({ strategy }: { readonly strategy: Strategy }) {
  const text = usePublishText()
  const { required, draft } = strategy.gate
  if (!required) return null
  return (
    <Alert
      className="st-gap"
      type={draft ? 'warning' : 'info'}
      showIcon
      title={draft ? text.draftNote(strategy.version) : text.gateNote}
      action={
        draft && (
          <Link to={strategyDetail.href({ params: { id: strategy.id }, search: { tab: 'publish' } })}>
            {text.toPublish}
          </Link>
        )
      }
    />
  )
}
