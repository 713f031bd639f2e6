import { ExclamationCircleFilled } from '@ant-design/icons'
import Input from 'antd/es/input/Input'
import { type ReactNode, useId, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { useUiText } from './use-text.ts'

export interface ConfirmDangerProps {
  readonly open: boolean
  readonly title: string
  /** What will be lost, and what will not. */
  readonly text?: ReactNode
  /** The word on the red button: "Delete". */
  readonly action: string
  /** Must be typed first, for what cannot be undone: the object's name. */
  readonly word?: string
  readonly isBusy?: boolean
  /** What will be lost is not known yet: the red button waits. */
  readonly isUnknown?: boolean
  onConfirm(): void
  onCancel(): void
}

/** Asks before a loss. */
export function ConfirmDanger(props: ConfirmDangerProps) {
  const text = useUiText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const isReady = !props.isUnknown && (props.word === undefined || typed.trim() === props.word)
  return (
    <Dialog
      open={props.open}
      width={440}
      title={
        <span className="sl-danger-title">
          <ExclamationCircleFilled /> {props.title}
        </span>
      }
      okText={props.action}
      okButtonProps={{ danger: true, disabled: !isReady }}
      confirmLoading={props.isBusy ?? false}
      onOk={props.onConfirm}
      onCancel={props.onCancel}
      afterClose={() => setTyped('')}
    >
      {props.text}
      {props.word !== undefined && (
        <div className="sl-danger-word">
          <label htmlFor={id}>{text.danger.typeToConfirm(props.word)}</label>
          <Input id={id} value={typed} onChange={event => setTyped(event.target.value)} autoComplete="off" />
        </div>
      )}
    </Dialog>
  )
}
