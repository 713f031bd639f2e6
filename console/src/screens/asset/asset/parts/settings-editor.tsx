import type { Param, ParamValue } from '@sluice/contract'
import { Input } from 'antd'
import { useWords } from '../../../../lib/i18n.ts'
import { Row } from '../../../../parts/row.tsx'
import { Section } from '../../../../ui/section.tsx'
import { readPairs, writePairs } from '../model.ts'
import type { Platform, TemplateProps } from '../types.ts'
import { useText } from '../use-text.ts'
import { ParamGroups } from './param-groups.tsx'

/** What the parameters of the base are, where a connector's own do not say it. */
export function SettingsEditor({ template, patch, base }: TemplateProps & { readonly base: Platform | undefined }) {
  const text = useText().platformForm
  const say = useWords()
  const { settings } = template
  const set = (field: string, value: ParamValue | undefined) => {
    const { [field]: _, ...rest } = settings
    patch({ settings: value === undefined ? rest : { ...rest, [field]: value } })
  }
  const passes = (field: string): boolean => template.params.some(param => param.field === field)
  return (
    <Section title={text.settings} text={text.settingsText}>
      <ParamGroups
        key={template.base}
        params={base?.connector_params ?? []}
        label={text.settings}
        isSeen={({ field }) => settings[field] !== undefined}
      >
        {members => (
          <div className="as-columns">
            {members.map(param => (
              <Row
                key={param.field}
                label={`${say(param.label)} · ${param.field}`}
                {...(param.type === 'keyvalue' && { hint: text.pairHint })}
              >
                <SettingInput
                  param={param}
                  value={settings[param.field]}
                  placeholder={passes(param.field) ? text.passes : text.nothing}
                  onChange={value => set(param.field, value)}
                />
              </Row>
            ))}
          </div>
        )}
      </ParamGroups>
    </Section>
  )
}

interface SettingInputProps {
  readonly id?: string
  readonly param: Param
  readonly value: ParamValue | undefined
  readonly placeholder: string
  onChange(value: ParamValue | undefined): void
}

function SettingInput({ id, param, value, placeholder, onChange }: SettingInputProps) {
  const shared = { ...(id !== undefined && { id }), placeholder, spellCheck: false, className: 'sl-code' }
  if (param.type === 'keyvalue')
    return (
      <Input.TextArea
        {...shared}
        autoSize={{ minRows: 1, maxRows: 6 }}
        defaultValue={Array.isArray(value) ? writePairs(value.filter(each => typeof each === 'object')) : ''}
        onBlur={event => {
          const pairs = readPairs(event.target.value)
          onChange(pairs.length === 0 ? undefined : pairs)
        }}
      />
    )
  return (
    <Input
      {...shared}
      value={value === undefined || value === null ? '' : String(value)}
      onChange={event => onChange(readValue(param, event.target.value))}
    />
  )
}

/** A literal has its parameter's type; a template is text until it is filled. */
function readValue({ type }: Param, text: string): ParamValue | undefined {
  if (text === '') return undefined
  if (type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  return type === 'switch' && (text === 'true' || text === 'false') ? text === 'true' : text
}
