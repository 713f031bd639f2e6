import { Form, Input, InputNumber, Select } from 'antd'
import { Section } from '../../../../ui/section.tsx'
import { patchComponents, resizeSheet } from '../model.ts'
import type { Component, Design, Draft } from '../types.ts'
import { useText } from '../use-text.ts'
import { ComponentFields } from './component-fields.tsx'

export interface PropertiesProps {
  readonly draft: Draft
  /** The one that is chosen; undefined: the sheet is, or several are. */
  readonly component: Component | undefined
  readonly count: number
  onChange(draft: Draft, about: string): void
}

/** What is chosen, in figures and words. */
export function Properties({ draft, component, count, onChange }: PropertiesProps) {
  const text = useText()
  if (component === undefined && count > 1) return <Section title={text.editor.chosen(count)}>{null}</Section>
  if (component === undefined) return <SheetFields draft={draft} onChange={onChange} />
  return (
    <Section title={text.kinds[component.kind]}>
      <Form layout="vertical" component="div">
        <ComponentFields
          component={component}
          sheet={draft.design}
          onChange={(patch, about) =>
            onChange(
              { ...draft, design: patchComponents(draft.design, new Set([component.id]), () => patch) },
              `${component.id}/${about}`,
            )
          }
        />
      </Form>
    </Section>
  )
}

const sizes = [
  [1920, 1080],
  [3840, 2160],
  [2560, 1440],
  [1280, 720],
  [1080, 1920],
] as const

function SheetFields({ draft, onChange }: Pick<PropertiesProps, 'draft' | 'onChange'>) {
  const { editor: text } = useText()
  const { design } = draft
  const change = (next: Partial<Design>, about: string) =>
    onChange({ ...draft, design: { ...design, ...next } }, `sheet/${about}`)
  const resize = (width: number, height: number) =>
    onChange({ ...draft, design: resizeSheet(design, width, height) }, 'sheet/size')
  return (
    <Section title={text.sheet}>
      <Form layout="vertical" component="div">
        <Form.Item label={text.name} htmlFor="db-name">
          <Input
            id="db-name"
            maxLength={60}
            value={draft.name}
            onChange={event => onChange({ ...draft, name: event.target.value }, 'sheet/name')}
          />
        </Form.Item>
        <Form.Item label={text.preset} htmlFor="db-preset">
          <Select
            id="db-preset"
            value={`${design.width} × ${design.height}`}
            options={sizes.map(([width, height]) => ({ value: `${width} × ${height}` }))}
            onChange={value => {
              const [width = 1920, height = 1080] = value.split(' × ').map(Number)
              resize(width, height)
            }}
          />
        </Form.Item>
        <div className="db-pair">
          {(['width', 'height'] as const).map(side => (
            <Form.Item key={side} label={text[side]} htmlFor={`db-${side}`}>
              <InputNumber
                id={`db-${side}`}
                min={320}
                max={15_360}
                precision={0}
                value={design[side]}
                onChange={value =>
                  value !== null &&
                  resize(side === 'width' ? value : design.width, side === 'height' ? value : design.height)
                }
              />
            </Form.Item>
          ))}
        </div>
        <Form.Item label={text.theme} htmlFor="db-theme">
          <Select
            id="db-theme"
            value={design.theme}
            options={(['auto', 'light', 'dark'] as const).map(value => ({ value, label: text.themes[value] }))}
            onChange={theme => change({ theme }, 'theme')}
          />
        </Form.Item>
        <Form.Item label={text.refresh} htmlFor="db-refresh">
          <InputNumber
            id="db-refresh"
            min={5}
            max={60}
            precision={0}
            value={draft.refresh_seconds}
            onChange={value => value !== null && onChange({ ...draft, refresh_seconds: value }, 'sheet/refresh')}
          />
        </Form.Item>
      </Form>
    </Section>
  )
}
