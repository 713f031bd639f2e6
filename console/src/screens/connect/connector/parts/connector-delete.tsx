import { ExclamationCircleFilled } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useCan } from '../../../../lib/session.ts'
import { RemovalImpact } from '../../../../parts/removal-impact.tsx'
import { useRemovalImpact } from '../../../../parts/use-removal-impact.ts'
import { ConfirmDanger } from '../../../../ui/confirm-danger.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { StateTag } from '../../../../ui/state-tag.tsx'
import { linkOfReader } from '../../../insight/lineage/pages.ts'
import { strategyDetail, strategyList } from '../../../strategy/strategy/pages.ts'
import { readUses } from '../model.ts'
import type { Connector, Use } from '../types.ts'
import { useText } from '../use-text.ts'
import { refreshConnectors } from './queries.ts'

export interface ConnectorDeleteProps {
  /** null: nothing is asked. */
  readonly connector: Pick<Connector, 'id' | 'name' | 'strategy_count'> | null
  onClose(): void
  onDeleted?(): void
}

/** Asks and deletes; while strategies use the connector it shows them instead. */
export function ConnectorDelete({ connector, onClose, onDeleted }: ConnectorDeleteProps) {
  const text = useText().remove
  const client = useQueryClient()
  const known = useKnownUses(connector)
  const { mutate, error, isPending, reset } = useMutation(api.connector.delete.mutation())
  const close = () => {
    reset()
    onClose()
  }
  const asked = useRemovalImpact('connector', connector ? [connector.id] : [])
  const refused = readUses(error)
  const uses = refused ?? known
  const confirm = () => {
    if (connector === null) return
    const { id, name } = connector
    const finish = async () => {
      close()
      message.success(text.done(name))
      onDeleted?.()
      await refreshConnectors(client)
    }
    mutate({ params: { id } }, { onSuccess: finish })
  }
  return (
    <>
      <ConfirmDanger
        open={connector !== null && uses === null}
        title={text.title(connector?.name ?? '')}
        text={
          <>
            <p>{text.text}</p>
            <RemovalImpact asked={asked} linkOf={linkOfReader} />
            {error && <Alert type="error" showIcon className="cn-alert" title={describeError(error).message} />}
          </>
        }
        action={text.action}
        isBusy={isPending}
        isUnknown={asked.isLoading}
        onConfirm={confirm}
        onCancel={close}
      />
      {connector !== null && uses !== null && (
        <UsesDialog connector={connector} uses={uses} asked={asked} onClose={close} />
      )}
    </>
  )
}

/** The strategies of a connector that is known to be used, before the server has to refuse; null when there are none. */
function useKnownUses(connector: ConnectorDeleteProps['connector']): Use[] | null {
  const can = useCan()
  const isUsed = connector !== null && connector.strategy_count > 0
  const { data } = useQuery({
    ...api.strategy.search.query({ body: { connector_id: connector?.id ?? '', pageSize: 100, sort: 'name' } }),
    enabled: isUsed && can('strategy:query'),
  })
  return isUsed ? (data?.content ?? []) : null
}

interface UsesDialogProps {
  readonly connector: { readonly id: string; readonly name: string; readonly strategy_count: number }
  readonly uses: readonly Use[]
  readonly asked: ReturnType<typeof useRemovalImpact>
  onClose(): void
}

function UsesDialog({ connector, uses, asked, onClose }: UsesDialogProps) {
  const text = useText().remove
  const count = Math.max(uses.length, connector.strategy_count)
  return (
    <Dialog
      open
      width={520}
      title={
        <span className="cn-warn-title">
          <ExclamationCircleFilled /> {text.usedTitle(connector.name)}
        </span>
      }
      onCancel={onClose}
      footer={<Button onClick={onClose}>{text.close}</Button>}
    >
      <p>{count === 0 ? text.usedUnknown : text.usedText(count)}</p>
      <ul className="cn-uses">
        {uses.map(use => (
          <li key={use.id} className="cn-use">
            <Link to={strategyDetail.href({ params: { id: use.id } })}>{use.name}</Link>
            <StateTag kind="strategy" state={use.status} />
          </li>
        ))}
      </ul>
      <RemovalImpact asked={asked} linkOf={linkOfReader} without={({ kind }) => kind === 'strategy'} />
      {uses.length > 0 && <Link to={strategyList.href({ search: { connector: connector.id } })}>{text.all}</Link>}
    </Dialog>
  )
}
