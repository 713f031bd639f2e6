import type {
  AccessTokenTable,
  NoticeMailTable,
  NoticeMarkTable,
  NoticePreferenceTable,
  NoticeTable,
  SavedFilterTable,
} from './account.ts'
import type {
  AdapterTable,
  AdapterTokenTable,
  AdapterVersionTable,
  ApprovalPolicyTable,
  ApprovalTable,
} from './adapter.ts'
import type { OperationChainHeadTable, OperationChainTable, WebsiteTable } from './administration.ts'
import type { AggregateReportTable, AggregateRowTable } from './aggregate.ts'
import type {
  AlertChannelTable,
  AlertDeliveryTable,
  AlertEventTable,
  AlertRuleTable,
  AlertSettingTable,
  AlertSubscriptionTable,
  AlertWatchTable,
  StrategyPulseTable,
  StrategyTallyTable,
} from './alert.ts'
import type { ApiAssetTable, ApiAssetVersionTable, ApiCollectionTable, PlatformTable } from './asset.ts'
import type { AssistantConversationTable, AssistantMessageTable, AssistantUsageTable } from './assistant.ts'
import type { CanaryRunTable, CanaryTable } from './canary.ts'
import type {
  ConnectorCallTable,
  ConnectorEnvTable,
  ConnectorGrantTable,
  ConnectorVersionTable,
  GrantRequestTable,
  RunValueMapTable,
  ValueMapChangeTable,
  ValueMapLineTable,
  ValueMapMissRecordTable,
  ValueMapMissTable,
  ValueMapTable,
} from './connection.ts'
import type {
  CatalogueChangeTable,
  CatalogueObjectTable,
  DiscoveryTable,
  StrategyDriftTable,
  StrategyFieldsTable,
} from './discovery.ts'
import type {
  ErrorGroupTable,
  ErrorHourTable,
  ErrorMoveTable,
  IgnoreRuleTable,
  RecordCorrectionTable,
  ReplayItemTable,
  ReplayJobTable,
} from './errors.ts'
import type {
  CaptchaTable,
  EmailConfirmationTable,
  LoginFailureTable,
  LoginTicketTable,
  RecoveryCodeTable,
  SessionProofTable,
  SignInPolicyTable,
  SmsCodeTable,
  SsoProviderTable,
  SsoStateTable,
  UserIdentityTable,
  UserTotpTable,
} from './identity.ts'
import type {
  ConnectorAccountTable,
  ConnectorShareTable,
  ConnectorTable,
  CursorChangeTable,
  FollowReaderTable,
  KeyScanTable,
  PushEndpointTable,
  ScanKeyTable,
  StrategyCursorTable,
  StrategyLinkTable,
  StrategyTable,
  StrategyVersionTable,
} from './integration.ts'
import type { RehearsalDifferenceTable, RehearsalTable, StrategyGateTable, StrategyTemplateTable } from './rehearsal.ts'
import type {
  InboxTable,
  PageTable,
  ProcessPoolTable,
  ProcessTable,
  RecordAttemptTable,
  RecordBlockTable,
  RecordCountTable,
  RecordDecisionTable,
  RecordStateTable,
  RejectedRowTable,
  RunLogTable,
  RunTable,
  RunWishTable,
} from './runs.ts'
import type {
  ArchiveFileTable,
  ExportJobTable,
  MaintenanceTable,
  RetentionTable,
  StorageJobTable,
  StorageUseTable,
} from './storage.ts'
import type {
  AppUserTable,
  DataKeyTable,
  FileTable,
  LoginChallengeTable,
  OperationLogTable,
  RoleTable,
  SessionTable,
  SettingTable,
  TenantEndTable,
  TenantExportTable,
  TenantLoadTable,
  TenantQuotaTable,
  TenantTable,
  TenantUsageTable,
  ThrottleTable,
  WorkKindTable,
  WorkTurnTable,
} from './tenancy.ts'

export type * from './account.ts'
export type * from './adapter.ts'
export type * from './administration.ts'
export type * from './alert.ts'
export type * from './asset.ts'
export type * from './connection.ts'
export type * from './errors.ts'
export type * from './identity.ts'
export type * from './integration.ts'
export type * from './runs.ts'
export type * from './storage.ts'
export type * from './tenancy.ts'

/** Tables of the migrations, as the query builder sees them, a file a subject. Change both together. */
export interface Schema {
  tenant: TenantTable
  role: RoleTable
  app_user: AppUserTable
  session: SessionTable
  login_challenge: LoginChallengeTable
  throttle: ThrottleTable
  operation_log: OperationLogTable
  operation_chain: OperationChainTable
  operation_chain_head: OperationChainHeadTable
  website: WebsiteTable
  work_turn: WorkTurnTable
  work_kind: WorkKindTable
  tenant_export: TenantExportTable
  tenant_end: TenantEndTable
  data_key: DataKeyTable
  file: FileTable
  setting: SettingTable
  connector: ConnectorTable
  strategy: StrategyTable
  strategy_version: StrategyVersionTable
  strategy_cursor: StrategyCursorTable
  strategy_tally: StrategyTallyTable
  strategy_pulse: StrategyPulseTable
  run: RunTable
  page: PageTable
  record_state: RecordStateTable
  record_block: RecordBlockTable
  record_count: RecordCountTable
  record_attempt: RecordAttemptTable
  record_decision: RecordDecisionTable
  record_correction: RecordCorrectionTable
  error_group: ErrorGroupTable
  error_move: ErrorMoveTable
  error_hour: ErrorHourTable
  ignore_rule: IgnoreRuleTable
  replay_job: ReplayJobTable
  replay_item: ReplayItemTable
  rejected_row: RejectedRowTable
  run_log: RunLogTable
  inbox: InboxTable
  push_endpoint: PushEndpointTable
  run_wish: RunWishTable
  strategy_link: StrategyLinkTable
  connector_account: ConnectorAccountTable
  connector_share: ConnectorShareTable
  tenant_quota: TenantQuotaTable
  tenant_load: TenantLoadTable
  tenant_usage: TenantUsageTable
  process_pool: ProcessPoolTable
  process: ProcessTable
  retention: RetentionTable
  storage_use: StorageUseTable
  storage_job: StorageJobTable
  archive_file: ArchiveFileTable
  maintenance: MaintenanceTable
  export_job: ExportJobTable
  strategy_gate: StrategyGateTable
  catalogue_change: CatalogueChangeTable
  catalogue_object: CatalogueObjectTable
  discovery: DiscoveryTable
  strategy_drift: StrategyDriftTable
  strategy_fields: StrategyFieldsTable
  canary: CanaryTable
  canary_run: CanaryRunTable
  strategy_template: StrategyTemplateTable
  rehearsal: RehearsalTable
  rehearsal_difference: RehearsalDifferenceTable
  aggregate_report: AggregateReportTable
  aggregate_row: AggregateRowTable
  follow_reader: FollowReaderTable
  cursor_change: CursorChangeTable
  key_scan: KeyScanTable
  scan_key: ScanKeyTable
  login_failure: LoginFailureTable
  captcha: CaptchaTable
  sms_code: SmsCodeTable
  email_confirmation: EmailConfirmationTable
  session_proof: SessionProofTable
  sign_in_policy: SignInPolicyTable
  user_totp: UserTotpTable
  recovery_code: RecoveryCodeTable
  login_ticket: LoginTicketTable
  sso_provider: SsoProviderTable
  sso_state: SsoStateTable
  user_identity: UserIdentityTable
  platform: PlatformTable
  api_collection: ApiCollectionTable
  api_asset: ApiAssetTable
  api_asset_version: ApiAssetVersionTable
  access_token: AccessTokenTable
  notice: NoticeTable
  notice_mark: NoticeMarkTable
  notice_mail: NoticeMailTable
  notice_preference: NoticePreferenceTable
  saved_filter: SavedFilterTable
  value_map: ValueMapTable
  value_map_line: ValueMapLineTable
  value_map_change: ValueMapChangeTable
  run_value_map: RunValueMapTable
  value_map_miss: ValueMapMissTable
  value_map_miss_record: ValueMapMissRecordTable
  connector_env: ConnectorEnvTable
  connector_version: ConnectorVersionTable
  connector_call: ConnectorCallTable
  connector_grant: ConnectorGrantTable
  grant_request: GrantRequestTable
  assistant_conversation: AssistantConversationTable
  assistant_message: AssistantMessageTable
  assistant_usage: AssistantUsageTable
  adapter: AdapterTable
  adapter_version: AdapterVersionTable
  adapter_token: AdapterTokenTable
  approval_policy: ApprovalPolicyTable
  approval: ApprovalTable
  alert_channel: AlertChannelTable
  alert_rule: AlertRuleTable
  alert_event: AlertEventTable
  alert_delivery: AlertDeliveryTable
  alert_setting: AlertSettingTable
  alert_subscription: AlertSubscriptionTable
  alert_watch: AlertWatchTable
}

/** bigint: text on the way out, so that nothing passes through a double. */
