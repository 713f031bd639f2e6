import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const followSentences: Sentences = {
  'The user may not make the publication or the replication slot that following needs.':
    'O usuário não pode criar a publicação ou o slot de replicação de que o acompanhamento precisa.',
  'An administrator runs: {sql}': 'Um administrador executa: {sql}',
  'Let it own {table} and create in the database, and give it replication: alter role … replication; grant create on database … to …':
    'Faça-o dono de {table}, deixe-o criar no banco de dados e dê-lhe replicação: alter role … replication; grant create on database … to …',
  'The server has no replication slot left.': 'O servidor não tem mais slots de replicação.',
  'Raise max_replication_slots and max_wal_senders in postgresql.conf and restart the server.':
    'Aumente max_replication_slots e max_wal_senders no postgresql.conf e reinicie o servidor.',
  "The key of the strategy ({names}) does not come with a delete, because it is not part of the row's identity.":
    'A chave da estratégia ({names}) não vem com uma exclusão, porque não faz parte da identidade da linha.',
  'Choose {names} as the key, or run: alter table {table} replica identity full':
    'Escolha {names} como chave ou execute: alter table {table} replica identity full',
  'New columns of the table: {columns}.': 'Colunas novas na tabela: {columns}.',
  'Columns gone from the table: {columns}.': 'Colunas removidas da tabela: {columns}.',
  'The columns of the table have changed ({what}).': 'As colunas da tabela mudaram ({what}).',
  'The columns of the table have changed their type or their key.': 'As colunas da tabela mudaram de tipo ou de chave.',
  'The column "{name}" that the strategy reads was removed from {table}.':
    'A coluna "{name}", que a estratégia lê, foi removida de {table}.',
  'Choose the columns and the key again, then start the strategy.':
    'Escolha novamente as colunas e a chave e depois inicie a estratégia.',
  'The replication slot of this strategy is gone.': 'O slot de replicação desta estratégia não existe mais.',
  'The server has thrown away the log that comes next (max_slot_wal_keep_size).':
    'O servidor descartou o log seguinte (max_slot_wal_keep_size).',
  'The replication slot has moved on without this strategy (another reader, or a restored store).':
    'O slot de replicação avançou sem esta estratégia (outro leitor ou um armazenamento restaurado).',
  'Another connection still holds the replication slot of this strategy.':
    'Outra conexão ainda ocupa o slot de replicação desta estratégia.',
  '{table} has no primary key, so its changes do not say which row they are about.':
    '{table} não tem chave primária, por isso suas alterações não dizem de qual linha se trata.',
  'Give it a primary key, or run: alter table {table} replica identity full':
    'Dê-lhe uma chave primária ou execute: alter table {table} replica identity full',
  'The slot could not be made, because a transaction has been open on the server for minutes.':
    'O slot não pôde ser criado, porque uma transação está aberta no servidor há minutos.',
  'End transactions that were left open (pg_stat_activity, state "idle in transaction").':
    'Encerre as transações deixadas abertas (pg_stat_activity, state "idle in transaction").',
  'The server does not write what following needs into its log (wal_level is not logical).':
    'O servidor não grava no log o que o acompanhamento precisa (wal_level não é logical).',
  "Run: alter system set wal_level = 'logical'; and restart the server (on a hosted database: switch logical replication on).":
    "Execute: alter system set wal_level = 'logical'; e reinicie o servidor (em um banco hospedado: ative a replicação lógica).",
  'Run the strategy in full: it reads everything anew and then follows.':
    'Execute a estratégia por completo: ela lê tudo novamente e volta a acompanhar.',
  'Removing the replication slot {slot} failed': 'A remoção do slot de replicação {slot} falhou',
  'Making the replication slot failed': 'A criação do slot de replicação falhou',
  'Following {table} failed': 'O acompanhamento de {table} falhou',
  'The table was dropped, or has another name now.': 'A tabela foi excluída ou tem outro nome agora.',
  'The table was replaced by another of its name, of which the log has told nothing.':
    'A tabela foi substituída por outra de mesmo nome, da qual o log nada contou.',
  'A table that inherits from this one was emptied at once.': 'Uma tabela que herda desta foi esvaziada de uma vez.',
  'Partitions joined the table with rows of their own: {names}.':
    'Partições com linhas próprias foram anexadas à tabela: {names}.',
  '{count} partitions left the table with their rows.': '{count} partições deixaram a tabela com suas linhas.',
  'Partitions of the table were emptied at once: {names}.': 'Partições da tabela foram esvaziadas de uma vez: {names}.',
  'The publication {name} is no longer of this table, so the log tells nothing of its changes.':
    'A publicação {name} não é mais desta tabela, portanto o log não conta suas alterações.',
  'The publication {name} was altered and leaves out: {gaps}.':
    'A publicação {name} foi alterada e deixa de fora: {gaps}.',
  'The publication of the table was altered or made anew, so changes of meanwhile may be missing from the log.':
    'A publicação da tabela foi alterada ou refeita, portanto alterações desse intervalo podem faltar no log.',
}
