import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled, InfoCircleFilled } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useText } from '../use-text.ts'

export interface CheckDialogProps {
  readonly strategyId: string
  readonly name: string
  onClose(): void
}

const icons = {
  error: <CloseCircleFilled className="he-bad" />,
  warning: <ExclamationCircleFilled className="he-warn" />,
  info: <InfoCircleFilled />,
} as const

/** The check before start, asked anew. */
export function CheckDialog({ strategyId, name, onClose }: CheckDialogProps) {
  const text = useText().check
  const { data, error, isFetching, refetch } = useQuery({
    ...api.strategy.check.query({ params: { id: strategyId, x: 'all' } }),
    staleTime: 0,
  })
  const lines = data?.content
  return (
    <Dialog
      open
      width={640}
      title={text.title(name)}
      okText={text.close}
      cancelButtonProps={{ style: { display: 'none' } }}
      onOk={onClose}
      onCancel={onClose}
    >
      {error && !lines ? (
        <ErrorBlock isSmall error={error} onRetry={() => void refetch()} />
      ) : isFetching || !lines ? (
        <Skeleton rows={5} />
      ) : lines.length === 0 ? (
        <p>
          <CheckCircleFilled /> {text.ok}
        </p>
      ) : (
        <ul className="he-checks">
          {lines.map(line => (
            <li key={`${line.item} ${line.message}`}>
              <span title={text.levels[line.level]}>{icons[line.level]}</span>
              <span>
                <span className="he-under">{text.levels[line.level]}</span> {line.message} {line.advice}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
