import type { Api } from "./api";
import type { TeamNews } from "./team";
import type { Texts } from "./texts";

export function createTeamNews(texts: Texts, api: () => Api) {
  let now = {} as TeamNews;
  return (news: Partial<TeamNews>): void => {
    now = { ...now, ...news };
    if (now.is_waiting || now.is_away || document.getElementById("team"))
      void import("./team").then(
        ({ renderTeamStatus }) => renderTeamStatus(now, texts, api),
        () => {},
      );
  };
}
