import { storeTheme } from "@/components/browser/device-storage";

export type Theme = "system" | "light" | "dark";

export function getChosenTheme(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : "system";
}

export function chooseTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  storeTheme(theme === "system" ? null : theme);
}
