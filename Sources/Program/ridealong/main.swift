import RidealongCLI

await Ridealong.main()
