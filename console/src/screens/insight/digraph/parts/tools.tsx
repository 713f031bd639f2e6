import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  CopyOutlined,
  DeleteOutlined,
  PlusOutlined,
  RedoOutlined,
  UndoOutlined,
  VerticalAlignBottomOutlined,
  VerticalAlignMiddleOutlined,
  VerticalAlignTopOutlined,
} from '@ant-design/icons'
import { componentKinds } from '@sluice/contract'
import { Button, Dropdown } from 'antd'
import { type Alignment, alignments, type LayerMove, layerMoves } from '../model.ts'
import type { Kind } from '../types.ts'
import type { History } from '../use-history.ts'
import { useText } from '../use-text.ts'

export interface ToolsProps {
  readonly history: History
  /** Chosen components. */
  readonly count: number
  onAdd(kind: Kind): void
  onCopy(): void
  onRemove(): void
  onAlign(to: Alignment): void
  onLayer(to: LayerMove): void
}

const icons = {
  left: <AlignLeftOutlined />,
  center: <AlignCenterOutlined />,
  right: <AlignRightOutlined />,
  top: <VerticalAlignTopOutlined />,
  middle: <VerticalAlignMiddleOutlined />,
  bottom: <VerticalAlignBottomOutlined />,
} as const satisfies Record<Alignment, unknown>

/** What is done with the sheet and with what is chosen on it. */
export function Tools({ history, count, onAdd, onCopy, onRemove, onAlign, onLayer }: ToolsProps) {
  const { editor: text, kinds } = useText()
  const hasNone = count === 0
  return (
    <div className="db-tools" role="toolbar" aria-label={text.component}>
      <Dropdown
        trigger={['click']}
        menu={{
          items: componentKinds.map(key => ({ key, label: kinds[key] })),
          onClick: ({ key }) => onAdd(key as Kind), // the keys are the kinds
        }}
      >
        <Button icon={<PlusOutlined />}>{text.addKind}</Button>
      </Dropdown>
      <Button
        icon={<UndoOutlined />}
        disabled={!history.canUndo}
        aria-label={text.undo}
        title={text.undo}
        onClick={history.undo}
      />
      <Button
        icon={<RedoOutlined />}
        disabled={!history.canRedo}
        aria-label={text.redo}
        title={text.redo}
        onClick={history.redo}
      />
      <Button icon={<CopyOutlined />} disabled={hasNone} aria-label={text.copy} title={text.copy} onClick={onCopy} />
      <Button
        icon={<DeleteOutlined />}
        disabled={hasNone}
        aria-label={text.remove}
        title={text.remove}
        onClick={onRemove}
      />
      {alignments.map(to => (
        <Button
          key={to}
          icon={icons[to]}
          disabled={hasNone}
          aria-label={text.alignments[to]}
          title={text.alignments[to]}
          onClick={() => onAlign(to)}
        />
      ))}
      <Dropdown
        trigger={['click']}
        disabled={hasNone}
        menu={{
          items: layerMoves.map(key => ({ key, label: text.layerMoves[key] })),
          onClick: ({ key }) => onLayer(key as LayerMove), // the keys are the moves
        }}
      >
        <Button>{text.layers}</Button>
      </Dropdown>
    </div>
  )
}
