import { CheckOutlined } from '@ant-design/icons'
import { Button, Radio, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import {
  contentWidths,
  defaultSettings,
  layouts,
  navThemes,
  patchSettings,
  type Settings,
  transitions,
  useSettings,
} from '../lib/settings.ts'
import { Drawer } from '../ui/drawer.tsx'
import { FirstField } from '../ui/first-field.tsx'
import { pickReadable } from './shades.ts'
import { primaryColors } from './theme.ts'
import { useSettingsText } from './use-settings-text.ts'
import { useShellText } from './use-text.ts'
import './settings-drawer.css'

// Zone and first page are no matter of the look.
const { timeZone: _timeZone, homePage: _homePage, ...defaultLook } = defaultSettings

export interface SettingsDrawerProps {
  readonly isOpen: boolean
  onClose(): void
}

/** Every option of the console's look (spec §2): applied at once, kept in this browser and with the account. */
export function SettingsDrawer({ isOpen, onClose }: SettingsDrawerProps) {
  const text = useSettingsText()
  const { themes } = useShellText()
  const settings = useSettings()
  const hasSide = settings.layout !== 'top'
  return (
    <Drawer open={isOpen} onClose={onClose} size={340} title={text.open} rootClassName="sd">
      <FirstField />
      <p className="sd-intro">{text.intro}</p>
      <Group title={text.pageStyle}>
        <Pictures
          name="navTheme"
          values={navThemes}
          words={themes}
          draw={value => <Sketch layout="side" style={value} />}
        />
      </Group>
      <Group title={text.primaryColor}>
        <Colors />
      </Group>
      <Group title={text.layout}>
        <Pictures
          name="layout"
          values={layouts}
          words={text.layouts}
          draw={value => <Sketch layout={value} style={settings.navTheme} />}
        />
      </Group>
      <Group>
        <Row label={text.contentWidth}>
          <Radio.Group
            size="small"
            optionType="button"
            options={contentWidths.map(value => ({ value, label: text.contentWidths[value] }))}
            value={settings.contentWidth}
            onChange={event => patchSettings({ contentWidth: event.target.value })}
          />
        </Row>
        <Toggle name="fixedHeader" label={text.fixedHeader} />
        <Toggle name="fixedSidebar" label={text.fixedSidebar} {...(!hasSide && { why: text.fixedSidebarWhy })} />
        <Toggle
          name="splitMenus"
          label={text.splitMenus}
          {...(settings.layout !== 'mix' && { why: text.splitMenusWhy })}
        />
      </Group>
      <Group>
        <Row label={text.transition}>
          <Select
            size="small"
            aria-label={text.transition}
            style={{ width: 110 }}
            options={transitions.map(value => ({ value, label: text.transitions[value] }))}
            value={settings.transitionName}
            onChange={transitionName => patchSettings({ transitionName })}
          />
        </Row>
        <Toggle name="multiTab" label={text.multiTab} />
        <Toggle name="multiTabFixed" label={text.multiTabFixed} />
        <Toggle name="colorWeak" label={text.colorWeak} />
      </Group>
      <Button block onClick={() => patchSettings(defaultLook)}>
        {text.reset}
      </Button>
    </Drawer>
  )
}

function Group({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <section className="sd-group">
      {title !== undefined && <h3>{title}</h3>}
      {children}
    </section>
  )
}

function Row({
  label,
  why,
  children,
}: {
  readonly label: string
  readonly why?: string
  readonly children: ReactNode
}) {
  return (
    <div className="sd-row">
      <span>
        {label}
        {why !== undefined && <small>{why}</small>}
      </span>
      {children}
    </div>
  )
}

type Flag = 'fixedHeader' | 'fixedSidebar' | 'splitMenus' | 'multiTab' | 'multiTabFixed' | 'colorWeak'

/** `why` an option has no effect now; absent where it has. */
function Toggle({ name, label, why }: { readonly name: Flag; readonly label: string; readonly why?: string }) {
  const isOn = useSettings(settings => settings[name])
  return (
    <Row label={label} {...(why !== undefined && { why })}>
      <Switch
        size="small"
        aria-label={label}
        checked={isOn}
        disabled={why !== undefined}
        onChange={value => patchSettings({ [name]: value })}
      />
    </Row>
  )
}

interface PicturesProps<T extends string> {
  readonly name: 'layout' | 'navTheme'
  readonly values: readonly T[]
  readonly words: Readonly<Record<T, string>>
  draw(value: T): ReactNode
}

/** A choice among pictures; radio buttons for the keyboard and the screen reader. */
function Pictures<T extends string>({ name, values, words, draw }: PicturesProps<T>) {
  const chosen = useSettings(settings => settings[name])
  return (
    <div className="sd-pictures">
      {values.map(value => (
        <label key={value} data-chosen={value === chosen}>
          <input
            type="radio"
            name={`sd-${name}`}
            checked={value === chosen}
            onChange={() => patchSettings({ [name]: value })}
          />
          {draw(value)}
          <span>{words[value]}</span>
        </label>
      ))}
    </div>
  )
}

/** A page in miniature: where the menu lies and how dark things are. */
function Sketch({ layout, style }: { readonly layout: Settings['layout']; readonly style: Settings['navTheme'] }) {
  const page = style === 'realDark' ? '#1e2224' : '#eef1f2'
  const bar = style === 'light' ? '#ffffff' : '#101c22'
  const head = style === 'realDark' ? '#101c22' : '#ffffff'
  const isOver = layout === 'top' || layout === 'mix'
  return (
    <svg viewBox="0 0 56 40" aria-hidden="true">
      <rect width="56" height="40" rx="3" fill={page} />
      <rect width="56" height="9" rx="3" fill={layout === 'top' ? bar : head} />
      {layout !== 'top' && <rect y={isOver ? 9 : 0} width="14" height={isOver ? 31 : 40} rx="2" fill={bar} />}
      {layout === 'left' && <rect x="15" width="10" height="40" fill={bar} opacity="0.55" />}
      <rect x={layout === 'top' ? 6 : layout === 'left' ? 29 : 19} y="15" width="22" height="4" rx="2" fill="#8b9399" />
    </svg>
  )
}

function Colors() {
  const text = useSettingsText()
  const chosen = useSettings(settings => settings.primaryColor)
  const isOther = !primaryColors.some(color => color.toLowerCase() === chosen.toLowerCase())
  return (
    <div className="sd-colors">
      {primaryColors.map(color => (
        <label key={color} style={{ background: color, color: pickReadable(color) }} title={color}>
          <input
            type="radio"
            name="sd-color"
            aria-label={color}
            checked={color.toLowerCase() === chosen.toLowerCase()}
            onChange={() => patchSettings({ primaryColor: color })}
          />
          {color.toLowerCase() === chosen.toLowerCase() && <CheckOutlined aria-hidden />}
        </label>
      ))}
      <input
        type="color"
        aria-label={text.otherColor}
        title={text.otherColor}
        data-chosen={isOther}
        value={chosen.toLowerCase()}
        onChange={event => patchSettings({ primaryColor: event.target.value })}
      />
    </div>
  )
}
