BEGIN TRANSACTION;
CREATE TABLE about (
	name TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (name)
);
INSERT INTO "about" VALUES('schema','17');
CREATE TABLE account (
	guest TEXT NOT NULL,
	name TEXT NOT NULL,
	password TEXT NOT NULL,
	role TEXT NOT NULL,
	since INTEGER NOT NULL,
	looks TEXT DEFAULT '' NOT NULL,
	PRIMARY KEY (guest),
	FOREIGN KEY(guest) REFERENCES guest (id),
	UNIQUE (name)
);
INSERT INTO "account" VALUES('a','a','hash','member',1790000000000,'a');
INSERT INTO "account" VALUES('b','b','hash','member',1790000000000,'b');
INSERT INTO "account" VALUES('c','c','hash','member',1790000000000,'c');
INSERT INTO "account" VALUES('p','robot','','program',1790000000000,'robot');
CREATE TABLE audit (
	number INTEGER NOT NULL,
	at INTEGER NOT NULL,
	who TEXT NOT NULL,
	what TEXT NOT NULL,
	about TEXT NOT NULL,
	PRIMARY KEY (number)
);
CREATE TABLE entrant (
	tournament TEXT NOT NULL,
	number INTEGER NOT NULL,
	who TEXT NOT NULL,
	rank INTEGER,
	"of" INTEGER,
	PRIMARY KEY (tournament, number),
	FOREIGN KEY(tournament) REFERENCES tournament (id)
);
CREATE TABLE entry (
	room TEXT NOT NULL,
	number INTEGER NOT NULL,
	event TEXT NOT NULL,
	"key" TEXT,
	at INTEGER NOT NULL,
	note TEXT,
	PRIMARY KEY (room, number),
	UNIQUE (room, "key"),
	FOREIGN KEY(room) REFERENCES room (id)
);
INSERT INTO "entry" VALUES('going',1,'{"kind":"started","position":"tapa w opening","version":1}','key',1790000000000,'{"clock":1}');
INSERT INTO "entry" VALUES('r0',1,'{"kind":"started","position":"long-nardy w opening","version":1}',NULL,1790000000000,NULL);
INSERT INTO "entry" VALUES('r1',1,'{"kind":"started","position":"long-nardy w opening","version":1}',NULL,1790086400000,NULL);
INSERT INTO "entry" VALUES('r2',1,'{"kind":"started","position":"long-nardy w opening","version":1}',NULL,1790172800000,NULL);
INSERT INTO "entry" VALUES('r3',1,'{"kind":"started","position":"long-nardy w opening","version":1}',NULL,1790259200000,NULL);
INSERT INTO "entry" VALUES('r4',1,'{"kind":"started","position":"long-nardy w opening","version":1}',NULL,1790345600000,NULL);
INSERT INTO "entry" VALUES('r5',1,'{"kind":"started","position":"long-nardy w opening","version":1}',NULL,1790432000000,NULL);
INSERT INTO "entry" VALUES('r6',1,'{"kind":"started","position":"long-nardy w opening","version":1}',NULL,1790518400000,NULL);
INSERT INTO "entry" VALUES('r7',1,'{"kind":"started","position":"long-nardy w opening","version":1}',NULL,1790604800000,NULL);
CREATE TABLE "group_member" (
	private_group TEXT NOT NULL,
	guest TEXT NOT NULL,
	role TEXT NOT NULL,
	since INTEGER NOT NULL,
	PRIMARY KEY (private_group, guest),
	FOREIGN KEY(private_group) REFERENCES "private_group" (id),
	FOREIGN KEY(guest) REFERENCES guest (id)
);
CREATE TABLE guest (
	id TEXT NOT NULL,
	name TEXT NOT NULL,
	since INTEGER NOT NULL,
	avatar TEXT DEFAULT '' NOT NULL,
	PRIMARY KEY (id)
);
INSERT INTO "guest" VALUES('a','A',1790000000000,'');
INSERT INTO "guest" VALUES('b','B',1790000000000,'');
INSERT INTO "guest" VALUES('c','C',1790000000000,'');
INSERT INTO "guest" VALUES('p','Robot',1790000000000,'');
CREATE TABLE line (
	room TEXT NOT NULL,
	number INTEGER NOT NULL,
	who TEXT NOT NULL,
	text TEXT NOT NULL,
	at INTEGER NOT NULL,
	is_aside BOOLEAN NOT NULL,
	"key" TEXT NOT NULL,
	PRIMARY KEY (room, number),
	UNIQUE (room, who, "key"),
	FOREIGN KEY(room) REFERENCES room (id)
);
CREATE TABLE mute (
	who TEXT NOT NULL,
	muted TEXT NOT NULL,
	PRIMARY KEY (who, muted)
);
CREATE TABLE offline_game (
	guest TEXT NOT NULL,
	id TEXT NOT NULL,
	game TEXT NOT NULL,
	seat TEXT NOT NULL,
	level TEXT NOT NULL,
	begun INTEGER NOT NULL,
	since INTEGER NOT NULL,
	result TEXT NOT NULL,
	record TEXT NOT NULL,
	PRIMARY KEY (guest, id),
	FOREIGN KEY(guest) REFERENCES guest (id)
);
INSERT INTO "offline_game" VALUES('a','own-1','tapa','white','club',1,2,'{}','record');
CREATE TABLE outside (
	issuer TEXT NOT NULL,
	subject TEXT NOT NULL,
	guest TEXT NOT NULL,
	since INTEGER NOT NULL,
	PRIMARY KEY (issuer, subject),
	UNIQUE (guest, issuer),
	FOREIGN KEY(guest) REFERENCES guest (id)
);
CREATE TABLE own_mistake (
	guest TEXT NOT NULL,
	id TEXT NOT NULL,
	game TEXT NOT NULL,
	position TEXT NOT NULL,
	turns TEXT NOT NULL,
	played TEXT NOT NULL,
	room TEXT NOT NULL,
	number INTEGER NOT NULL,
	card TEXT NOT NULL,
	due INTEGER NOT NULL,
	PRIMARY KEY (guest, id),
	FOREIGN KEY(guest) REFERENCES guest (id)
);
CREATE TABLE passkey (
	id TEXT NOT NULL,
	guest TEXT NOT NULL,
	public TEXT NOT NULL,
	count INTEGER NOT NULL,
	name TEXT NOT NULL,
	since INTEGER NOT NULL,
	seen INTEGER NOT NULL,
	PRIMARY KEY (id),
	FOREIGN KEY(guest) REFERENCES guest (id)
);
CREATE TABLE "private_group" (
	id TEXT NOT NULL,
	name TEXT NOT NULL,
	about TEXT NOT NULL,
	since INTEGER NOT NULL,
	code TEXT NOT NULL,
	until INTEGER,
	uses INTEGER,
	PRIMARY KEY (id),
	UNIQUE (code)
);
CREATE TABLE program (
	guest TEXT NOT NULL,
	owner TEXT NOT NULL,
	PRIMARY KEY (guest),
	FOREIGN KEY(guest) REFERENCES guest (id),
	FOREIGN KEY(owner) REFERENCES guest (id)
);
INSERT INTO "program" VALUES('p','a');
CREATE TABLE puzzle_rating (
	puzzle TEXT NOT NULL,
	tried INTEGER NOT NULL,
	solved INTEGER NOT NULL,
	strength FLOAT NOT NULL,
	deviation FLOAT NOT NULL,
	volatility FLOAT NOT NULL,
	PRIMARY KEY (puzzle)
);
CREATE TABLE puzzle_standing (
	guest TEXT NOT NULL,
	game TEXT NOT NULL,
	tried INTEGER NOT NULL,
	solved INTEGER NOT NULL,
	strength FLOAT NOT NULL,
	deviation FLOAT NOT NULL,
	volatility FLOAT NOT NULL,
	last_at INTEGER NOT NULL,
	PRIMARY KEY (guest, game),
	FOREIGN KEY(guest) REFERENCES guest (id)
);
CREATE TABLE puzzle_try (
	guest TEXT NOT NULL,
	puzzle TEXT NOT NULL,
	game TEXT NOT NULL,
	turn TEXT NOT NULL,
	is_right BOOLEAN NOT NULL,
	at INTEGER NOT NULL,
	PRIMARY KEY (guest, puzzle),
	FOREIGN KEY(guest) REFERENCES guest (id)
);
CREATE TABLE recount (
	game TEXT NOT NULL,
	pace TEXT NOT NULL,
	upto INTEGER NOT NULL,
	who TEXT NOT NULL,
	stamp INTEGER NOT NULL,
	PRIMARY KEY (game, pace)
);
CREATE TABLE recovery (
	guest TEXT NOT NULL,
	code TEXT NOT NULL,
	PRIMARY KEY (guest, code),
	FOREIGN KEY(guest) REFERENCES guest (id)
);
INSERT INTO "recovery" VALUES('a','5694d08a2e53ffcae0c3103e5ad6f6076abd960eb1f8a56577040bc1028f702b');
CREATE TABLE report (
	room TEXT NOT NULL,
	number INTEGER NOT NULL,
	who TEXT NOT NULL,
	at INTEGER NOT NULL,
	PRIMARY KEY (room, number, who),
	FOREIGN KEY(room, number) REFERENCES line (room, number)
);
CREATE TABLE result (
	room TEXT NOT NULL,
	game TEXT NOT NULL,
	pace TEXT,
	length INTEGER NOT NULL,
	rated_length INTEGER,
	is_rated BOOLEAN NOT NULL,
	white TEXT NOT NULL,
	black TEXT NOT NULL,
	score FLOAT,
	white_points FLOAT NOT NULL,
	black_points FLOAT NOT NULL,
	size TEXT NOT NULL,
	on_time BOOLEAN NOT NULL,
	ended_at INTEGER NOT NULL,
	number INTEGER DEFAULT '0' NOT NULL,
	white_rating FLOAT,
	white_change FLOAT,
	black_rating FLOAT,
	black_change FLOAT,
	white_after TEXT,
	black_after TEXT,
	PRIMARY KEY (room),
	FOREIGN KEY(room) REFERENCES room (id)
);
INSERT INTO "result" VALUES('r0','long-nardy','rapid',0,NULL,1,'guest:b','guest:a',1.0,1.0,0.0,'single',0,1790000000000,2,1510.0,10.0,1490.0,-10.0,'[1510.0, 1, 1, 1, 0, 0, 1, 1, 1510.0, 1662.3108939062977, 290.3189637179804, 0.05999967537233814]','[1490.0, 1, 1, 0, 0, 1, -1, 0, 1500.0, 1337.6891060937023, 290.3189637179804, 0.05999967537233814]');
INSERT INTO "result" VALUES('r1','long-nardy','rapid',0,NULL,1,'guest:c','guest:a',1.0,1.0,0.0,'single',0,1790086400000,3,1.50994243600850381876e+03,9.94243600850381881173e+00,1.48007744886351315467e+03,-9.92255113648684528016e+00,'[1509.9424360085038, 1, 1, 1, 0, 0, 1, 1, 1509.9424360085038, 1616.6432813675335, 286.9519225969509, 0.05999927747104048]','[1480.0774488635132, 2, 2, 0, 0, 2, -2, 0, 1500.0, 1249.3694774664045, 256.4735740954825, 0.059999052178655296]');
INSERT INTO "result" VALUES('r2','long-nardy','rapid',5,NULL,1,'guest:a','guest:c',1.0,1.0,0.0,'single',0,1790172800000,4,1.50320440953461752545e+03,2.31269606711043707036e+01,1.48676903565733709911e+03,-2.31734003511667197017e+01,'[1503.2044095346175, 7, 2, 1, 0, 2, 1, 1, 1503.2044095346175, 1447.5907617741123, 237.3858705481491, 0.06000182555511229]','[1486.769035657337, 6, 1, 1, 0, 1, -1, 1, 1509.9424360085038, 1364.5338985738651, 259.72316219455524, 0.06000217405548685]');
INSERT INTO "result" VALUES('r3','long-nardy','rapid',7,NULL,1,'guest:a','guest:b',1.0,1.0,0.0,'single',0,1790259200000,5,1.52956150414522312535e+03,26.3570946106056,1.48332212939007649765e+03,-2.66778706099235023434e+01,'[1529.5615041452231, 14, 2, 2, 0, 2, 2, 2, 1529.5615041452231, 1588.8299678828755, 216.4668791824822, 0.06000312901915188]','[1483.3221293900765, 8, 1, 1, 0, 1, -1, 1, 1510.0, 1452.819050257313, 250.14095564796878, 0.06000090927874774]');
INSERT INTO "result" VALUES('r4','long-nardy','rapid',5,NULL,1,'guest:a','guest:c',1.0,1.0,0.0,'single',0,1790345600000,6,1.55010011457258974586e+03,2.0538610427366620569e+01,1.46589234110770939879e+03,-20.8766945496277,'[1550.1001145725897, 19, 2, 3, 0, 2, 3, 3, 1550.1001145725897, 1636.4977156312546, 199.50331990903433, 0.06000220944780174]','[1465.8923411077094, 11, 1, 1, 0, 2, -2, 1, 1509.9424360085038, 1300.6326026230086, 229.15022137577452, 0.06000118182834161]');
INSERT INTO "result" VALUES('r5','long-nardy','rapid',1,NULL,1,'guest:a','guest:c',1.0,1.0,0.0,'single',0,1790432000000,7,1.55925416063773286624e+03,9.15404606514312,1.45658604479616042223e+03,-9.30629631154897651867e+00,'[1559.2541606377329, 20, 2, 4, 0, 2, 4, 4, 1559.2541606377329, 1665.194275248662, 188.6798740727435, 0.060001294787460226]','[1456.5860447961604, 12, 1, 1, 0, 3, -3, 1, 1509.9424360085038, 1264.835993611008, 212.25158414746295, 0.06000024468699426]');
INSERT INTO "result" VALUES('r6','long-nardy','rapid',7,NULL,1,'guest:a','guest:c',1.0,1.0,0.0,'single',0,1790518400000,8,1.58071387323800513513e+03,2.14597126002722689004e+01,1.43476867031921710799e+03,-2.18173744769433142209e+01,'[1580.7138732380051, 27, 2, 5, 0, 2, 5, 5, 1580.7138732380051, 1685.3794579597065, 181.14009233864476, 0.06000046965388044]','[1434.768670319217, 19, 1, 1, 0, 4, -4, 1, 1509.9424360085038, 1240.5084239049975, 201.22877140296933, 0.059999413043150894]');
INSERT INTO "result" VALUES('r7','long-nardy','rapid',1,NULL,1,'guest:a','guest:c',0.0,0.0,1.0,'single',0,1790604800000,9,1.57046097661957060158e+03,-1.0252896618434533593e+01,1.44519497745128251155e+03,1.04263071320654034936e+01,'[1570.4609766195706, 28, 2, 5, 0, 3, -1, 5, 1580.7138732380051, 1551.4653162042212, 175.51642567319251, 0.06000633809024541]','[1445.1949774512825, 20, 1, 2, 0, 4, 1, 1, 1509.9424360085038, 1408.6228237380597, 193.29575974619107, 0.06000553907325754]');
CREATE TABLE review_choice (
	guest TEXT NOT NULL,
	shown_to TEXT NOT NULL,
	is_automatic BOOLEAN NOT NULL,
	PRIMARY KEY (guest),
	FOREIGN KEY(guest) REFERENCES guest (id)
);
INSERT INTO "review_choice" VALUES('a','friends',1);
CREATE TABLE review_part (
	guest TEXT NOT NULL,
	room TEXT NOT NULL,
	kind TEXT NOT NULL,
	name TEXT NOT NULL,
	count INTEGER NOT NULL,
	lost FLOAT NOT NULL,
	PRIMARY KEY (guest, room, kind, name),
	FOREIGN KEY(guest, room) REFERENCES reviewed_game (guest, room)
);
CREATE TABLE reviewed_game (
	guest TEXT NOT NULL,
	room TEXT NOT NULL,
	game TEXT NOT NULL,
	begun INTEGER NOT NULL,
	ended_at INTEGER NOT NULL,
	plies INTEGER NOT NULL,
	is_protected BOOLEAN NOT NULL,
	turns INTEGER NOT NULL,
	turns_lost FLOAT NOT NULL,
	cubes INTEGER NOT NULL,
	cubes_lost FLOAT NOT NULL,
	luck FLOAT NOT NULL,
	timed INTEGER NOT NULL,
	spread FLOAT,
	PRIMARY KEY (guest, room),
	FOREIGN KEY(guest) REFERENCES guest (id),
	FOREIGN KEY(room) REFERENCES room (id)
);
CREATE TABLE room (
	id TEXT NOT NULL,
	games TEXT NOT NULL,
	length INTEGER NOT NULL,
	white TEXT,
	black TEXT,
	terms TEXT NOT NULL,
	seed TEXT NOT NULL,
	tips TEXT NOT NULL,
	version INTEGER NOT NULL,
	is_over BOOLEAN NOT NULL,
	since INTEGER NOT NULL,
	PRIMARY KEY (id)
);
INSERT INTO "room" VALUES('going','["tapa"]',0,'guest:a','bot:random','{}','','{}',1,0,1790000000000);
INSERT INTO "room" VALUES('r0','["long-nardy"]',0,NULL,NULL,'{}','','{}',1,1,0);
INSERT INTO "room" VALUES('r1','["long-nardy"]',0,NULL,NULL,'{}','','{}',1,1,0);
INSERT INTO "room" VALUES('r2','["long-nardy"]',5,NULL,NULL,'{}','','{}',1,1,0);
INSERT INTO "room" VALUES('r3','["long-nardy"]',7,NULL,NULL,'{}','','{}',1,1,0);
INSERT INTO "room" VALUES('r4','["long-nardy"]',5,NULL,NULL,'{}','','{}',1,1,0);
INSERT INTO "room" VALUES('r5','["long-nardy"]',1,NULL,NULL,'{}','','{}',1,1,0);
INSERT INTO "room" VALUES('r6','["long-nardy"]',7,NULL,NULL,'{}','','{}',1,1,0);
INSERT INTO "room" VALUES('r7','["long-nardy"]',1,NULL,NULL,'{}','','{}',1,1,0);
CREATE TABLE sanction (
	guest TEXT NOT NULL,
	kind TEXT NOT NULL,
	until INTEGER,
	PRIMARY KEY (guest, kind),
	FOREIGN KEY(guest) REFERENCES guest (id)
);
CREATE TABLE session (
	token TEXT NOT NULL,
	guest TEXT NOT NULL,
	since INTEGER NOT NULL,
	seen INTEGER NOT NULL,
	agent TEXT NOT NULL,
	scopes TEXT DEFAULT '' NOT NULL,
	PRIMARY KEY (token),
	FOREIGN KEY(guest) REFERENCES guest (id)
);
INSERT INTO "session" VALUES('a70bf50e531ce1a817561f2f5d5b6645d4e806becf58ccc5e8cf6b8045a090a8','a',1790000000000,1790000000000,'Firefox','');
INSERT INTO "session" VALUES('49e2bb7eab54cf09b409ffafd3fa8a8a955a60eb972faacaefbed3dbd3207132','b',1790000000000,1790000000000,'Firefox','');
INSERT INTO "session" VALUES('4618883cd3012ea499d728009f5cdd1d39a460cc3457b4cca2dd24aab8a3c922','c',1790000000000,1790000000000,'Firefox','');
INSERT INTO "session" VALUES('32df35df3980bae4cd0b78f9ad8a384bfb1785f33c81f54be8719f5408413780','p',1790000000000,1790000000000,'token','play');
CREATE TABLE sighting (
	guest TEXT NOT NULL,
	kind TEXT NOT NULL,
	mark TEXT NOT NULL,
	seen INTEGER NOT NULL,
	PRIMARY KEY (guest, kind, mark),
	FOREIGN KEY(guest) REFERENCES guest (id)
);
CREATE TABLE standing (
	who TEXT NOT NULL,
	game TEXT NOT NULL,
	pace TEXT NOT NULL,
	rating FLOAT NOT NULL,
	experience INTEGER NOT NULL,
	matches INTEGER NOT NULL,
	opponents INTEGER DEFAULT '0' NOT NULL,
	won INTEGER NOT NULL,
	drawn INTEGER NOT NULL,
	lost INTEGER NOT NULL,
	streak INTEGER NOT NULL,
	longest INTEGER NOT NULL,
	peak FLOAT NOT NULL,
	strength FLOAT NOT NULL,
	deviation FLOAT NOT NULL,
	volatility FLOAT NOT NULL,
	trend TEXT NOT NULL,
	last_at INTEGER NOT NULL,
	last_room TEXT NOT NULL,
	PRIMARY KEY (who, game, pace)
);
INSERT INTO "standing" VALUES('guest:b','long-nardy','rapid',1.48332212939007649765e+03,8,2,1,1,0,1,-1,1,1510.0,1.45281905025731293795e+03,2.50140955647968780788e+02,6.00009092787477382735e-02,'[1510.0, 1483.3221293900765]',1790259200000,'r3');
INSERT INTO "standing" VALUES('guest:a','long-nardy','rapid',1.57046097661957060158e+03,28,8,2,5,0,3,-1,5,1.58071387323800513513e+03,1.55146531620422115345e+03,1.75516425673192514979e+02,6.00063380902454077125e-02,'[1490.0, 1480.0774488635132, 1503.2044095346175, 1529.5615041452231, 1550.1001145725897, 1559.2541606377329, 1580.7138732380051, 1570.4609766195706]',1790604800000,'r7');
INSERT INTO "standing" VALUES('guest:c','long-nardy','rapid',1.44519497745128251155e+03,20,6,1,2,0,4,1,1,1.50994243600850381876e+03,1.4086228237380596511e+03,1.93295759746191066598e+02,6.00055390732575424928e-02,'[1509.9424360085038, 1486.769035657337, 1465.8923411077094, 1456.5860447961604, 1434.768670319217, 1445.1949774512825]',1790604800000,'r7');
CREATE TABLE tournament (
	id TEXT NOT NULL,
	name TEXT NOT NULL,
	maker TEXT NOT NULL,
	games TEXT NOT NULL,
	length INTEGER NOT NULL,
	terms TEXT NOT NULL,
	seed TEXT NOT NULL,
	version INTEGER NOT NULL,
	is_over BOOLEAN NOT NULL,
	since INTEGER NOT NULL,
	PRIMARY KEY (id)
);
CREATE TABLE tournament_event (
	tournament TEXT NOT NULL,
	number INTEGER NOT NULL,
	event TEXT NOT NULL,
	PRIMARY KEY (tournament, number),
	FOREIGN KEY(tournament) REFERENCES tournament (id)
);
CREATE INDEX room_going_on ON room (since) WHERE is_over IS 0;
CREATE INDEX standing_by_rating ON standing (game, pace, rating, matches);
CREATE INDEX tournament_by_age ON tournament (is_over, since);
CREATE INDEX session_of_guest ON session (guest);
CREATE INDEX account_by_looks ON account (looks);
CREATE INDEX result_of_white ON result (white, ended_at);
CREATE INDEX result_by_number ON result (game, pace, number);
CREATE INDEX number_of_white ON result (white, number);
CREATE INDEX number_of_black ON result (black, number);
CREATE INDEX result_of_pair ON result (white, black);
CREATE INDEX result_of_black ON result (black, ended_at);
CREATE INDEX result_of_ladder ON result (game, pace, ended_at);
CREATE INDEX rated_of_white ON result (white, is_rated, ended_at);
CREATE INDEX rated_of_black ON result (black, is_rated, ended_at);
CREATE INDEX entrant_by_who ON entrant (who);
CREATE INDEX passkey_of_guest ON passkey (guest);
CREATE INDEX program_of_owner ON program (owner);
CREATE INDEX sighting_by_mark ON sighting (kind, mark);
CREATE INDEX group_of_guest ON group_member (guest);
CREATE INDEX reviewed_by_time ON reviewed_game (guest, ended_at);
CREATE INDEX puzzle_try_of_game ON puzzle_try (guest, game);
CREATE INDEX own_mistake_by_due ON own_mistake (guest, due);
COMMIT;
