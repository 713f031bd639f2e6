import {
  ApiOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BlockOutlined,
  BranchesOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  GatewayOutlined,
  LineChartOutlined,
  MonitorOutlined,
  SettingOutlined,
  ShopOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

const icons: Readonly<Record<string, ComponentType>> = {
  WorkplaceIcon: DashboardOutlined,
  StrategyIcon: BranchesOutlined,
  ConnectorIcon: ApiOutlined,
  AssetIcon: BlockOutlined,
  SystemIcon: SettingOutlined,
  OperationsIcon: MonitorOutlined,
  ResourcesIcon: DatabaseOutlined,
  ReconciliationIcon: AuditOutlined,
  GatewayIcon: GatewayOutlined,
  DigraphIcon: LineChartOutlined,
  MarketIcon: ShopOutlined,
  AccountIcon: UserOutlined,
}

/** The icon a menu node names. */
export function MenuIcon({ name }: { readonly name: string }) {
  const Icon = icons[name] ?? AppstoreOutlined
  return <Icon />
}
