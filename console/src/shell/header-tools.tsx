import { SearchOutlined, SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { AssistantTool } from './assistant-tool.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { NoticeBell } from './notice-bell.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { useShellText } from './use-text.ts'
import { UserMenu } from './user-menu.tsx'

export interface HeaderToolsProps {
  onSettings(): void
  onPalette(): void
}

/** The right end of the header. */
export function HeaderTools({ onSettings, onPalette }: HeaderToolsProps) {
  const text = useShellText()
  return (
    <div className="sh-header-tools">
      <Button
        type="text"
        aria-label={text.palette}
        aria-keyshortcuts="Control+K Meta+K"
        title={`${text.palette} (Ctrl K)`}
        icon={<SearchOutlined />}
        onClick={onPalette}
      />
      <AssistantTool />
      <NoticeBell />
      <LanguageSwitch />
      <ThemeSwitch />
      <Button
        type="text"
        className="sh-wide-only"
        aria-label={text.settings}
        title={text.settings}
        icon={<SettingOutlined />}
        onClick={onSettings}
      />
      <UserMenu />
    </div>
  )
}
