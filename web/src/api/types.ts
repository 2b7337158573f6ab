// What the server sends, by the names it has here; the types themselves are made from its description (make types).
// Texts arrive in the language that was asked for.
import type { OutlinesShape, ViewOut, WordsShape } from "./schema";

export type {
  ActionOut as Action,
  AssaultOut as Fought,
  AttackShape as Assault,
  BoardShape as BoardData,
  BriefingOut as Briefing,
  ChangedOut as Changed,
  ChartRead as ChartText,
  ChartShape as Chart,
  ChronicleOut as Chronicle,
  Cited as Words,
  CommandShape as Command,
  Created,
  DecisionOut as Decision,
  EndedOut as Ended,
  EventOut as GameEvent,
  ExampleRead as Example,
  GameOut as GameInfo,
  HexShape as HexInfo,
  KinRead as KinText,
  LessonOut as Lesson,
  LessonRow,
  LessonStep,
  LookShape as Look,
  MarkOut as Milestone,
  MarkShape as Mark,
  MatchRow as MatchInfo,
  MomentOut as TurningPoint,
  NewMatch,
  ObjectiveOut as Objective,
  PartOut as Part,
  PathStep as Step,
  PieceShape as Piece,
  PreviewOut as Preview,
  Refused as Refusal,
  ReplayOut as Replay,
  RulebookRead as Rulebook,
  RuleRead as RuleText,
  RollOut as Roll,
  Saved,
  SideShape as SideInfo,
  SightShape as Sight,
  SpotOut as Spot,
  Stale,
  StandingOut as Standing,
  StepOut as ReplayStep,
  StyleShape as Style,
  SupplyShape as Supply,
  UnitShape as UnitState,
  ViewOut as Moment,
} from "./schema";

/** What a side sees. */
export type View = ViewOut["view"];
export type Point = OutlinesShape["north"];
/** What the server has words for. */
export type Family = keyof WordsShape;
