import { Radio, Select } from 'antd'
import { type ReactNode, useId } from 'react'
import { languages, setLanguage, useLanguage, useWords } from '../../../lib/i18n.ts'
import { useCan, useTenantTimeZone } from '../../../lib/session.ts'
import { layouts, navThemes, patchSettings, useSettings } from '../../../lib/settings.ts'
import { Section } from '../../../ui/section.tsx'
import { connectorList } from '../../connect/connector/pages.ts'
import { processList } from '../../connect/process/pages.ts'
import { dashboardAnalysis } from '../../insight/analysis/pages.ts'
import { workplace } from '../../insight/workplace/pages.ts'
import { strategyList } from '../../strategy/strategy/pages.ts'
import { accountCenter, accountNotices, settingsCustom } from './pages.ts'
import { SettingsFrame } from './parts/settings-frame.tsx'
import { listTimeZones } from './time-zones.ts'
import { useText } from './use-text.ts'

/** The look and habits of the console; every change acts at once and is kept with the account. */
export default function SettingsCustom() {
  const text = useText().custom
  return (
    <SettingsFrame page={settingsCustom}>
      <Section title={text.title} text={text.intro}>
        <Theme />
        <Layout />
        <Language />
        <Zone />
        <Home />
        <p className="sl-muted">{text.more}</p>
      </Section>
    </SettingsFrame>
  )
}

interface RowProps {
  readonly label: string
  readonly hint?: string
  /** Gets the id of the label. */
  render(labelId: string): ReactNode
}

function Row({ label, hint, render }: RowProps) {
  const id = useId()
  return (
    <div className="ac-row">
      <div>
        <strong id={id}>{label}</strong>
        {hint !== undefined && <span className="sl-muted">{hint}</span>}
      </div>
      {render(id)}
    </div>
  )
}

function Theme() {
  const text = useText().custom
  const value = useSettings(settings => settings.navTheme)
  return (
    <Row
      label={text.theme}
      render={id => (
        <Radio.Group
          aria-labelledby={id}
          optionType="button"
          value={value}
          options={navThemes.map(theme => ({ value: theme, label: text.themes[theme] }))}
          onChange={event => patchSettings({ navTheme: event.target.value })}
        />
      )}
    />
  )
}

function Layout() {
  const text = useText().custom
  const value = useSettings(settings => settings.layout)
  return (
    <Row
      label={text.layout}
      render={id => (
        <Radio.Group
          aria-labelledby={id}
          optionType="button"
          value={value}
          options={layouts.map(layout => ({ value: layout, label: text.layouts[layout] }))}
          onChange={event => patchSettings({ layout: event.target.value })}
        />
      )}
    />
  )
}

function Language() {
  const text = useText().custom
  const value = useLanguage()
  const options = languages.map(({ id, name, isEnabled }) => ({ value: id, label: name, disabled: !isEnabled }))
  return (
    <Row
      label={text.language}
      render={() => (
        <Select
          aria-label={text.language}
          className="ac-select"
          value={value}
          options={options}
          onChange={language => void setLanguage(language)}
        />
      )}
    />
  )
}

function Zone() {
  const text = useText().custom
  const tenants = useTenantTimeZone()
  const value = useSettings(settings => settings.timeZone)
  const language = useLanguage()
  const options = [
    { value: '', label: text.tenantZone(tenants) },
    ...listTimeZones(language).map(zone => ({ value: zone.id, label: zone.label })),
  ]
  return (
    <Row
      label={text.timeZone}
      hint={text.timeZoneHint}
      render={() => (
        <Select
          aria-label={text.timeZone}
          className="ac-select"
          showSearch={{ optionFilterProp: 'label' }}
          value={value}
          options={options}
          onChange={timeZone => patchSettings({ timeZone })}
        />
      )}
    />
  )
}

// What one may begin the day with. A page joins by its line here.
const homePages = [
  workplace,
  dashboardAnalysis,
  strategyList,
  connectorList,
  processList,
  accountNotices,
  accountCenter,
]

function Home() {
  const text = useText().custom
  const say = useWords()
  const can = useCan()
  const value = useSettings(settings => settings.homePage)
  const options = homePages
    .filter(page => can(page.authority))
    .map(page => ({ value: page.path as string, label: say(page.title) })) // a page's own literal
  return (
    <Row
      label={text.homePage}
      hint={text.homePageHint}
      render={() => (
        <Select
          aria-label={text.homePage}
          className="ac-select"
          value={value}
          options={options}
          onChange={homePage => patchSettings({ homePage })}
        />
      )}
    />
  )
}
