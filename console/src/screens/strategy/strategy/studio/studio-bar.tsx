import {
  CopyOutlined,
  ExperimentOutlined,
  FormOutlined,
  RedoOutlined,
  ThunderboltOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { DEFAULT_COMPUTE_MS, type Mapping } from '@sluice/contract'
import { Button, InputNumber, Segmented, Switch, Tooltip } from 'antd'
import { useId } from 'react'
import { useStudioText } from '../texts/use-studio-text.ts'
import { useText } from '../texts/use-text.ts'

export type StudioView = 'form' | 'script' | 'source'
export type StudioAction = 'undo' | 'redo' | 'clear' | 'match' | 'copy' | 'fill' | 'trial'

export interface StudioBarProps {
  readonly view: StudioView
  readonly mapping: Mapping
  /** Nothing is mapped yet: proposals are the way to begin. */
  readonly isEmpty: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly canTry: boolean
  onView(view: StudioView): void
  /** @param step changes of one step are undone together */
  onSet(change: Partial<Mapping>, step: 'copyAll' | 'computeMs'): void
  onAction(action: StudioAction): void
}

/** What is done to the mapping as a whole. */
export function StudioBar(props: StudioBarProps) {
  const { view, mapping, isEmpty, canUndo, canRedo, canTry, onView, onSet, onAction } = props
  const text = useStudioText()
  const words = useText().mapping
  const id = useId()
  return (
    <div role="toolbar" aria-label={text.tools} className="st-studio-bar">
      <Tooltip title={text.undo}>
        <Button aria-label={text.undo} icon={<UndoOutlined />} disabled={!canUndo} onClick={() => onAction('undo')} />
      </Tooltip>
      <Tooltip title={text.redo}>
        <Button aria-label={text.redo} icon={<RedoOutlined />} disabled={!canRedo} onClick={() => onAction('redo')} />
      </Tooltip>
      <Button type={isEmpty ? 'primary' : 'default'} icon={<ThunderboltOutlined />} onClick={() => onAction('match')}>
        {text.match.open}
      </Button>
      <Button icon={<CopyOutlined />} onClick={() => onAction('copy')}>
        {text.copyFrom.open}
      </Button>
      <Button icon={<FormOutlined />} onClick={() => onAction('fill')}>
        {text.fill.open}
      </Button>
      {canTry && (
        <Button icon={<ExperimentOutlined />} onClick={() => onAction('trial')}>
          {text.trial.open}
        </Button>
      )}
      <Button onClick={() => onAction('clear')}>{text.clear}</Button>
      <span className="sl-grow" />
      <Tooltip title={text.compute.hint}>
        <InputNumber<number>
          size="small"
          className="st-compute"
          aria-label={text.compute.label}
          min={10}
          max={600_000}
          precision={0}
          placeholder={String(DEFAULT_COMPUTE_MS)}
          prefix={text.compute.label}
          suffix="ms"
          value={mapping.computeMs ?? null}
          onChange={value => onSet({ computeMs: value ?? undefined }, 'computeMs')}
        />
      </Tooltip>
      <Tooltip title={words.copyAllHint}>
        <label htmlFor={id} className="st-switch">
          <Switch id={id} size="small" checked={mapping.copyAll} onChange={copyAll => onSet({ copyAll }, 'copyAll')} />{' '}
          {words.copyAll}
        </label>
      </Tooltip>
      <Segmented<StudioView>
        aria-label={text.view}
        value={view}
        options={(['form', 'script', 'source'] as const).map(value => ({ value, label: text.views[value] }))}
        onChange={onView}
      />
    </div>
  )
}
