import type { Sentences } from '@sluice/contract'
import { followSentences } from './follow/sentences.pt.ts'

/** By the English sentence. */
export const sentences: Sentences = {
  ...followSentences,
  'Change the table to the engine InnoDB.': 'Mude a tabela para o mecanismo InnoDB.',
  'Choose another table, or grant the user rights on it.':
    'Escolha outra tabela ou conceda ao usuário permissões sobre ela.',
  'The server refuses connections: {said}.': 'O servidor recusa conexões: {said}.',
  'Ask the administrator to let this host in (FLUSH HOSTS) or to raise max_connections.':
    'Peça ao administrador para liberar este host (FLUSH HOSTS) ou aumentar max_connections.',
  '{host}:{port} is {what}, not a MySQL or MariaDB server.':
    '{host}:{port} é {what!}, não um servidor MySQL ou MariaDB.',
  'something that says nothing when connected': 'algo que não diz nada ao conectar',
  'another kind of server': 'outro tipo de servidor',
  'Check the port; MySQL and MariaDB usually listen on 3306.':
    'Verifique a porta; MySQL e MariaDB geralmente escutam na 3306.',
  'The user may neither read nor write any table of this database.':
    'O usuário não pode ler nem gravar nenhuma tabela deste banco de dados.',
  '{count} tables and views; {readable} to read, {writable} to write':
    '{count} tabelas e visões; {readable} para ler, {writable} para gravar',
  'the user has no replication right': 'o usuário não tem o direito de replicação',
  'The server sees {user}@{host}; check the password, and whether it has an account for this host.':
    'O servidor vê {user}@{host}; verifique a senha e se ele tem uma conta para este host.',
  'The server lets nobody in from {host}.': 'O servidor não deixa ninguém entrar a partir de {host}.',
  'An administrator makes an account for this host, with a password of its own, and grants it rights.':
    'Um administrador cria uma conta para este host, com senha própria, e lhe concede permissões.',
  'The server takes encrypted connections only.': 'O servidor só aceita conexões criptografadas.',
  'Set SSL mode to encrypted.': 'Defina o modo SSL como criptografado.',
  'Grant select (source) or select, insert and update (target) on the database.':
    'Conceda select (origem) ou select, insert e update (destino) no banco de dados.',
  '"{name}" cannot be a name in MySQL (1 to {max} characters).':
    '"{name}" não pode ser um nome no MySQL (1 a {max} caracteres).',
  'The server refused the user name or the password.': 'O servidor recusou o nome de usuário ou a senha.',
  'Check user name and password, and that the user may connect from this host.':
    'Verifique nome de usuário e senha, e se o usuário pode conectar a partir deste host.',
  'The database does not exist or this user may not use it.':
    'O banco de dados não existe ou este usuário não pode usá-lo.',
  'Check the database name, or grant the user rights on it.':
    'Verifique o nome do banco de dados ou conceda ao usuário permissões sobre ele.',
  'The user lacks the right to do this.': 'O usuário não tem permissão para fazer isto.',
  'Grant the user select (source) or select, insert and update (target) on the table.':
    'Conceda ao usuário select (origem) ou select, insert e update (destino) na tabela.',
  'The server has no connection left for this user.': 'O servidor não tem mais conexões para este usuário.',
  'Raise max_connections or close other clients.': 'Aumente max_connections ou feche outros clientes.',
  'Another transaction was in the way (deadlock).': 'Outra transação estava no caminho (deadlock).',
  'The rows are locked by another transaction.': 'As linhas estão bloqueadas por outra transação.',
  'The database is read-only (a replica, or locked by its administrator).':
    'O banco de dados é somente leitura (uma réplica ou bloqueado pelo administrador).',
  'Write to the primary server.': 'Grave no servidor primário.',
  'The disk or the table space of the server is full.': 'O disco ou o espaço de tabelas do servidor está cheio.',
  'Free space on the server; writing goes on by itself.': 'Libere espaço no servidor; a gravação continua sozinha.',
  'The table or view has vanished.': 'A tabela ou visão desapareceu.',
  'Choose the table again, or restore it.': 'Escolha a tabela novamente ou restaure-a.',
  'The statement took longer than allowed.': 'O comando demorou mais do que o permitido.',
  'Add an index for the key and the increment field, or narrow the condition.':
    'Adicione um índice para a chave e o campo de incremento ou restrinja a condição.',
  'The connection to the server broke.': 'A conexão com o servidor caiu.',
  'The server accepted the connection but did not answer in time.':
    'O servidor aceitou a conexão, mas não respondeu a tempo.',
  'Check that a MySQL or MariaDB server listens on this port.':
    'Verifique se um servidor MySQL ou MariaDB escuta nesta porta.',
  'The server does not offer an encrypted connection.': 'O servidor não oferece conexão criptografada.',
  'Set SSL mode to off, or switch SSL on at the server.': 'Desative o modo SSL ou ative SSL no servidor.',
  'The certificate of {host} cannot be checked, because it is an address and not a name.':
    'O certificado de {host} não pode ser verificado, porque é um endereço e não um nome.',
  'Give the host name that stands in the certificate.': 'Informe o nome do host que consta no certificado.',
  'The certificate of the server is not trusted.': 'O certificado do servidor não é confiável.',
  'Give the CA certificate, or correct the host name.': 'Informe o certificado da CA ou corrija o nome do host.',
  'the row was refused': 'a linha foi recusada',
  'A row with this key exists already ({index}).': 'Já existe uma linha com esta chave ({index~}).',
  'unique index': 'índice único',
  'The column "{field}" must have a value.': 'A coluna "{field}" precisa ter um valor.',
  'The row points to a row that does not exist (foreign key).':
    'A linha aponta para uma linha que não existe (chave estrangeira).',
  'The row breaks a rule of the table ({rule}).': 'A linha viola uma regra da tabela ({rule}).',
  'The database refused the row: {message}.': 'O banco de dados recusou a linha: {message~}.',
  'The database refused the request.': 'O banco de dados recusou a solicitação.',
  'The database refused the request: {reason}.': 'O banco de dados recusou a solicitação: {reason~}.',
  'The table "{name}" exists already.': 'A tabela "{name}" já existe.',
  'Reading {table} failed.': 'A leitura de {table} falhou.',
  'Reading {table} failed: {reason}.': 'A leitura de {table} falhou: {reason~}.',
  'Writing {table} failed.': 'A gravação em {table} falhou.',
  'Writing {table} failed: {reason}.': 'A gravação em {table} falhou: {reason~}.',
  'Signing in failed.': 'A autenticação falhou.',
  'Signing in failed: {reason}.': 'A autenticação falhou: {reason~}.',
  'The database would change a value: {said}.': 'O banco de dados alteraria um valor: {said}.',
  'The key "{key}" equals another key under the collation of the column (case, accents or trailing blanks).':
    'A chave "{key}" é igual a outra chave na collation da coluna (maiúsculas, acentos ou espaços finais).',
  'Give the key column a binary collation (utf8mb4_bin).': 'Dê à coluna-chave uma collation binária (utf8mb4_bin).',
  'The row has {size} bytes, the server takes {max} (max_allowed_packet).':
    'A linha tem {size} bytes; o servidor aceita {max} (max_allowed_packet).',
  'Raise max_allowed_packet on the server.': 'Aumente max_allowed_packet no servidor.',
  'MySQL / MariaDB': 'MySQL / MariaDB',
  'Reads and writes tables of MySQL 5.7 and later and MariaDB 10.3 and later, reads views.':
    'Lê e grava tabelas do MySQL 5.7 ou posterior e do MariaDB 10.3 ou posterior; lê visões.',
  'timestamp is read and written in this offset; times with an offset are converted to it for datetime columns.':
    'timestamp é lido e gravado neste deslocamento; horas com deslocamento são convertidas para ele em colunas datetime.',
}
